package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public record GitRepository(Path directory) {
    public static GitRepository init(Path directory) throws Exception {
        Files.createDirectories(directory);
        GitRepository repository = new GitRepository(directory);
        repository.git("init", "-q", "--template=");
        return repository;
    }

    public String git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"));
        command.addAll(List.of(arguments));
        return ArchiveFixture.run(directory, command.toArray(String[]::new));
    }

    public void write(String name, String content) throws IOException {
        ArchiveFixture.write(directory, name, content);
    }

    /** Commits even ignored files. */
    public void commit(String... files) throws Exception {
        List<String> add = new ArrayList<>(List.of("add", "-f", "--"));
        add.addAll(List.of(files));
        git(add.toArray(String[]::new));
        git("commit", "-q", "--allow-empty", "-m", "x");
    }
}

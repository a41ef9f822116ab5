package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;

/** A Git repository in the directory to archive. */
abstract class GitFixture extends ArchiveFixture {
    GitRepository repository;

    @BeforeEach
    void makeRepository() throws Exception {
        repository = GitRepository.init(root);
    }

    /** Adds submodules to the index, but does not check them out. */
    void addSubmodules(String... paths) throws Exception {
        String head = repository.git("rev-parse", "HEAD").strip();
        for (String path : paths) {
            repository.git("update-index", "--add", "--cacheinfo", "160000," + head + "," + path);
        }
    }

    /** Returns a program that runs a shell command, and then git. */
    String git(String before) throws Exception {
        assumePosix();
        Path program = Files.writeString(temp.resolve("my git"), "#!/bin/sh\n" + before + "\nexec git \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program.toString();
    }

    /** Returns a shell command that replaces an argument of the program. */
    static String replace(String argument, String by) {
        return "for a; do shift; [ \"$a\" = " + argument + " ] && a=" + by + "; set -- \"$@\" \"$a\"; done";
    }
}

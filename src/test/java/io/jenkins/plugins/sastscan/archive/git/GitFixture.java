package io.jenkins.plugins.sastscan.archive.git;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.select.FileTree;
import io.jenkins.plugins.sastscan.archive.select.SourceRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;

/** A Git repository in the directory to archive. */
abstract class GitFixture extends ArchiveFixture {
    static final String NOT_TOP =
            " contains .git, but for Git it is not the top directory of a work tree. Check out the sources again";

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

    /** Starts git or a substitute program. */
    interface Starter {
        Process start(Path workTree, List<String> arguments) throws IOException;
    }

    /** Sets {@link #names} to the selected files, and returns the skipped files. */
    SkippedFiles walk(Path directory, FileChoice choice, Starter starter) throws Exception {
        GitLister.Git git = (workTree, arguments) -> {
            try {
                return new GitProcess(starter.start(workTree, arguments), workTree);
            } catch (IOException e) {
                throw new ArchiveException(e.toString());
            }
        };
        names.clear();
        SourceRoot source = SourceRoot.open(directory, Boundary.of(directory.getRoot()), choice(choice));
        FileTree tree = new FileTree(source, choice(choice), git);
        if (!tree.walk(file -> names.add(file.name()))) {
            throw tree.emptySelection();
        }
        return tree.skippedFiles();
    }

    void walkWithChangedGit(Path directory, FileChoice choice, Consumer<ProcessBuilder> change) throws Exception {
        walk(directory, choice, (workTree, arguments) -> {
            ProcessBuilder git = GitProcess.builder("git", workTree, arguments);
            change.accept(git);
            return git.start();
        });
    }

    static void replace(ProcessBuilder git, String argument, String by) {
        git.command(git.command().stream()
                .map(each -> each.equals(argument) ? by : each)
                .toList());
    }
}

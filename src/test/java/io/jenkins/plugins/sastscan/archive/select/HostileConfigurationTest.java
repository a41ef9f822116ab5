package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration of a repository can neither select files elsewhere nor start programs. */
@Timeout(60)
class HostileConfigurationTest extends GitFixture {
    @ParameterizedTest
    @ValueSource(strings = {"/", "../..", "../app", "../../elsewhere"})
    void a_repository_cannot_choose_another_work_tree(String workTree) throws Exception {
        tree("a, app/b, ../elsewhere/private/project/x");
        GitRepository.init(temp.resolve("elsewhere/private/project"));
        repository.commit(".");
        repository.git("config", "core.worktree", workTree);
        for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
            assertThat(list(root, choice(choice))).containsExactly("a", "app/b");
            assertThat(list(root.resolve("app"), choice(choice))).containsExactly("b");
        }
    }

    @Test
    void a_submodule_cannot_choose_another_work_tree() throws Exception {
        tree("secret");
        GitRepository submodule = GitRepository.init(root.resolve("sub"));
        submodule.write("file", "");
        submodule.commit(".");
        repository.git("-c", "advice.addEmbeddedRepo=false", "add", "sub");
        submodule.git("config", "core.worktree", root.toString());
        assertThat(list(root, choice(FileChoice.NOT_IGNORED))).containsExactly("secret", "sub/file");
        assertThat(list(root.resolve("sub"), choice(FileChoice.NOT_IGNORED))).containsExactly("file");
    }

    /** The rows that start a program show that Git would start it without the protections. */
    @ParameterizedTest
    @CsvSource({
        "'', false",
        // Git before 2.45 does not support this variable, and tries to fetch missing objects.
        "unset GIT_NO_LAZY_FETCH, false",
        "unset GIT_NO_LAZY_FETCH GIT_ALLOW_PROTOCOL, true",
        "core.fsmonitor=, true"
    })
    void the_configuration_of_a_repository_starts_no_program(String removed, boolean starts) throws Exception {
        configurePrograms();
        assertThat(startsProgram(removed.endsWith("=") ? replace(removed, "core.editor=") : removed))
                .isEqualTo(starts);
    }

    @Test
    void missing_objects_are_not_fetched() throws Exception {
        configurePrograms();
        repository.git("config", "core.fsmonitor", "");
        ProcessBuilder git = new ProcessBuilder("git", "ls-files", "--others", "--exclude-standard");
        git.directory(root.toFile()).environment().put("GIT_NO_LAZY_FETCH", "1");
        git.start().waitFor();
        assumeTrue(Files.notExists(temp.resolve("started")), "Git before 2.45 fetches");
        assertThat(startsProgram("unset GIT_ALLOW_PROTOCOL")).isFalse();
        assertThat(list(root, choice(FileChoice.NOT_IGNORED))).containsExactly("a", "dir/a", "dir/ignored");
    }

    /** Returns whether Git started a configured program. */
    private boolean startsProgram(String change) throws Exception {
        try {
            list(choice(FileChoice.NOT_IGNORED).with(git(change), List.of()));
        } catch (ArchiveException e) {
            assertThat(e).hasMessageStartingWith("Git cannot list the files of ");
        }
        return Files.exists(temp.resolve("started"));
    }

    /**
     * Configures a program that Git could start, for example as a hook or a filter. Also deletes an object, so that Git
     * has a reason to fetch.
     */
    private void configurePrograms() throws Exception {
        assumePosix();
        tree("a, dir/a, dir/ignored");
        write("dir/.gitignore", "ignored\n");
        repository.commit("a", "dir/a", "dir/.gitignore");
        repository.git("update-index", "--skip-worktree", "dir/.gitignore");
        String object = repository.git("rev-parse", ":dir/.gitignore").strip();
        Files.delete(root.resolve("dir/.gitignore"));
        Files.delete(root.resolve(".git/objects/" + object.substring(0, 2) + "/" + object.substring(2)));

        Path program =
                Files.writeString(temp.resolve("program"), "#!/bin/sh\ntouch '" + temp.resolve("started") + "'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(root.resolve(".git/hooks"));
        for (String hook :
                "post-index-change,query-watchman,reference-transaction,post-checkout,pre-auto-gc".split(",")) {
            Files.copy(program, root.resolve(".git/hooks/" + hook));
        }
        String programs =
                "core.sshCommand,core.pager,pager.ls-files,core.askPass,core.gitProxy,core.editor,alias.ls-files,"
                        + "credential.helper,filter.x.clean,filter.x.smudge,filter.x.process,diff.external,remote.origin.uploadpack,"
                        + "core.fsmonitor";
        repository.git("config", "extensions.partialClone", "origin");
        repository.git("config", "remote.origin.promisor", "true");
        repository.git(
                "config", "remote.origin.url", "ext::" + program.toString().replace(" ", "% "));
        repository.git("config", "protocol.ext.allow", "always");
        write(".git/info/attributes", "* filter=x\n");
        for (String name : programs.split(",")) {
            repository.git("config", name, "'" + program + "'");
        }
        Files.deleteIfExists(temp.resolve("started"));
    }
}

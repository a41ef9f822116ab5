package io.jenkins.plugins.sastscan.archive.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GitFilesTest extends ArchiveFixture {
    private GitRepository repository;

    @BeforeEach
    void makeRepository() throws Exception {
        repository = GitRepository.init(root);
    }

    @Test
    void tests_do_not_read_the_git_configuration_of_the_user() throws Exception {
        assertThat(run(temp, "git", "config", "--list")).isEmpty();
    }

    @Test
    void files_selected_by_git_are_in_archive_order() throws Exception {
        writeEmpty("a.txt", "a/z", "a/b/c", "a-b", "B", "aa", "a/B", "\u00e9");
        repository.commit(".");
        assertThat(selected(FileChoice.TRACKED)).containsExactlyElementsOf(list(root, Selection.everything()));
    }

    @Test
    void patterns_and_default_excludes_apply_to_the_files_that_git_selects() throws Exception {
        write(".sastignore", "docs/**\n");
        writeEmpty("a.c", "a.h", "b.c", "docs/d.c", "node_modules/m.c");
        repository.commit(".");
        writeEmpty("new.c");
        Selection selection =
                new Selection(List.of("**/*.c"), List.of("b.*"), true, true, FileChoice.TRACKED, Selection.GIT);
        list(selection);
        assertThat(names).containsExactly("a.c");
        assertThat(skipped(SkipReason.EXCLUDED_DIRECTORY)).containsExactly("docs", "node_modules");
    }

    @Test
    void file_names_are_relative_to_the_archived_subdirectory_of_the_work_tree() throws Exception {
        write(".gitignore", "*.log\n");
        writeEmpty("a", "sub/b", "sub/.hidden/d");
        repository.commit(".");
        writeEmpty("sub/c.log");
        root = root.resolve("sub");
        assertThat(selected(FileChoice.NOT_IGNORED)).containsExactly(".hidden/d", "b");
    }

    @Test
    void files_in_submodules_are_selected_and_missing_submodules_are_reported() throws Exception {
        writeEmpty("a", "nested/.gitignore");
        repository.commit("a");
        for (String name : List.of("inner", "gone")) {
            GitRepository submodule = GitRepository.init(root.resolve("modules/" + name));
            submodule.write(".gitignore", "ignored\n");
            submodule.write("file", "");
            submodule.commit(".");
            submodule.write("ignored", "");
            submodule.write("new", "");
            repository.git("-c", "advice.addEmbeddedRepo=false", "add", "modules/" + name);
        }
        run(root, "rm", "-r", "modules/gone");
        Files.createDirectory(root.resolve("modules/gone"));
        write("modules/gone/not-of-git", "");
        GitRepository nested = GitRepository.init(root.resolve("nested"));
        nested.write("file", "");

        list(choice(FileChoice.NOT_IGNORED));
        assertThat(names).containsExactly("a", "modules/inner/.gitignore", "modules/inner/file", "modules/inner/new");
        assertThat(skipped(SkipReason.SUBMODULE)).containsExactly("modules/gone");
        assertThat(skipped(SkipReason.NESTED_REPOSITORY)).containsExactly("nested");
        assertThat(selected(FileChoice.TRACKED)).containsExactly("a", "modules/inner/.gitignore", "modules/inner/file");
    }

    @Test
    void a_file_or_link_in_place_of_a_submodule_is_selected() throws Exception {
        writeEmpty("dir/a", "b");
        repository.commit(".");
        String head = repository.git("rev-parse", "HEAD").strip();
        for (String name : List.of("file", "link", "to-file", "empty")) {
            repository.git("update-index", "--add", "--cacheinfo", "160000," + head + "," + name);
        }
        writeEmpty("file");
        link("link", "dir");
        link("to-file", "b");
        Files.createDirectory(root.resolve("empty"));
        list(choice(FileChoice.TRACKED));
        assertThat(names).containsExactly("b", "dir/a", "file", "link/a", "to-file");
        assertThat(skipped(SkipReason.SUBMODULE)).containsExactly("empty", "link");
        assertRefused(root.resolve("empty"), "Every file in ", ": 1 submodule that is not checked out. ");
    }

    @Test
    void link_targets_in_a_large_directory_are_looked_up_quickly() {
        GitTree tree = new GitTree();
        IntStream.range(0, 50_000).forEach(i -> tree.enter(List.of("dir")).add("file" + i));
        assertThat(IntStream.range(0, 50_000).filter(i -> tree.selects(Path.of("dir/file" + i))))
                .hasSize(50_000);
    }

    @Test
    void a_killed_git_is_reported_and_closing_a_git_process_ends_its_child_processes() throws Exception {
        assumePosix();
        Process killed = new ProcessBuilder("sh", "-c", "printf 'a\\0'; kill -9 $$").start();
        assertRefused(() -> new GitProcess(killed, root).read(entry -> {}), "Git cannot list", "(exit status 137)");
        Process script = new ProcessBuilder("sh", "-c", "echo; sleep 60; echo").start();
        assertThat(script.getInputStream().read()).isEqualTo('\n');
        List<ProcessHandle> children = new ArrayList<>();
        while (children.isEmpty()) {
            script.descendants().forEach(children::add);
        }
        new GitProcess(script, root).close();
        children.forEach(child -> child.onExit().join());
    }

    @Test
    void a_link_is_followed_only_to_selected_files() throws Exception {
        writeEmpty("real/a", "real/untracked", "../outside");
        link("dir", "real");
        link("file", "real/a");
        link("to-untracked", "real/untracked");
        link("away", "../outside");
        repository.commit("real/a", "dir", "file", "to-untracked", "away");
        link("new", "real/a");

        list(choice(FileChoice.TRACKED));
        assertThat(names).containsExactly("dir/a", "file", "real/a");
        assertThat(skipped(SkipReason.LINK_NOT_SELECTED)).containsExactly("to-untracked");
        assertThat(skipped(SkipReason.LINK_OUTSIDE)).containsExactly("away");
    }

    @Test
    void a_tracked_directory_replaced_by_a_link_is_not_followed() throws Exception {
        writeEmpty("dir/a", "b", "../elsewhere/a");
        repository.commit(".");
        run(root, "rm", "-r", "dir");
        link("dir", "../elsewhere");
        assertThat(selected(FileChoice.TRACKED)).containsExactly("b");
    }

    @Test
    void files_that_git_selects_are_skipped_if_their_names_are_not_utf_8() throws Exception {
        assumePosix();
        writeEmpty("a", "b%E9");
        String script = "b=$(printf 'b\\351') c=$(printf 'c\\351') d=$(printf 'd\\351') gone=$(printf 'e\\351'); ";
        run(root, "sh", "-c", script + "mkdir \"$d\"; touch \"$b\" \"$c\" \"$d/f\" \"$d/g\" \"$gone\"");
        repository.commit(".");
        run(root, "sh", "-c", script + "rm \"$gone\"");
        writeEmpty("c%E9");
        list(choice(FileChoice.TRACKED));
        assertThat(skipped(SkipReason.NAME_UNSUPPORTED)).containsExactly("b%E9", "c%E9", "d%E9");
        assertThat(names).containsExactly("a", "b%E9");
    }

    @Test
    void a_directory_that_git_cannot_list_is_rejected() throws Exception {
        Path plain = Files.createDirectory(temp.resolve("plain"));
        assertRefused(
                plain, plain.toRealPath() + " is not in a work tree of Git. Check out the sources with Git first");
        assertRefused(
                () -> list(root.resolve(".git"), choice(FileChoice.NOT_IGNORED)),
                "Git selects no files in " + root.toRealPath().resolve(".git"));
        writeEmpty("untracked");
        assertRefused(root, "Git selects no files in " + root.toRealPath() + ". Check out the sources first");
        Files.writeString(root.resolve(".git/index"), "broken");
        assertRefused(root, "Git cannot list the files of " + root.toRealPath() + " (");
    }

    @Test
    void names_that_the_agent_locale_cannot_encode_are_archived() throws Exception {
        assumePosix();
        assumeNamesCanHave("\u00e9");
        writeEmpty("\u00e9/\u00e9", "\u00e9/\u00e8", "a");
        repository.commit(".");
        Files.delete(root.resolve("\u00e9/\u00e8"));
        assertThat(archiveInOtherJvm(Map.of())).isEmpty();
        assertThat(entries()).containsOnlyKeys("a", "\u00e9/\u00e9");
    }

    @Test
    void git_environment_variables_do_not_select_another_repository() throws Exception {
        GitRepository other = GitRepository.init(temp.resolve("other"));
        writeEmpty("a");
        repository.commit("a");
        String directory = other.directory().toString();
        assertThat(archiveInOtherJvm(Map.of("GIT_DIR", directory + "/.git", "GIT_WORK_TREE", directory)))
                .isEmpty();
        assertThat(entries()).containsOnlyKeys("a");
    }

    @Test
    void a_missing_git_program_is_reported() throws Exception {
        assertThat(archiveInOtherJvm(Map.of("PATH", temp.toString())))
                .startsWith("Cannot start git (")
                .endsWith("). Install Git on the agent, or select all files of the directory (files: ALL).\n");
    }

    @Test
    void the_configured_git_program_lists_the_files() throws Exception {
        assumePosix();
        writeEmpty("a");
        repository.commit("a");
        Path asked = temp.resolve("asked");
        Path program = Files.writeString(
                temp.resolve("my git"), "#!/bin/sh\necho \"$@\" >> '" + asked + "'\nexec git \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

        assertThat(list(root, choice(FileChoice.TRACKED).withGit(program.toString())))
                .containsExactly("a");
        assertThat(asked).content().contains("ls-files");
        assertRefused(
                () -> list(root, choice(FileChoice.TRACKED).withGit("/nowhere/git")),
                "Cannot start git (",
                "/nowhere/git",
                "). Correct the path of its Git tool in Jenkins, or select all files");
    }

    @Test
    void a_repository_owned_by_another_user_is_rejected() throws Exception {
        writeEmpty("a");
        repository.commit("a");
        Process chown = new ProcessBuilder("chown", "-R", "54321", root.toString()).start();
        assumeTrue(chown.waitFor() == 0, "only root can give files away");
        assertThat(archiveInOtherJvm(Map.of()))
                .startsWith("Git does not read " + root.toRealPath() + ", because another user owns the repository.");
        Map<String, String> safe =
                Map.of("GIT_CONFIG_COUNT", "1", "GIT_CONFIG_KEY_0", "safe.directory", "GIT_CONFIG_VALUE_0", "*");
        assertThat(archiveInOtherJvm(safe)).isEmpty();
    }

    private String archiveInOtherJvm(Map<String, String> environment) throws Exception {
        return archiveInOtherJvm(FileChoice.TRACKED, "C", environment);
    }

    private void assertRefused(Path directory, String... start) {
        assertRefused(() -> list(directory, choice(FileChoice.TRACKED)), start);
    }

    private List<String> selected(FileChoice choice) throws Exception {
        return list(root, choice(choice));
    }
}

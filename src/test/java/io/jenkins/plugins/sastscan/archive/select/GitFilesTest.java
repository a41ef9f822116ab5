package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GitFilesTest extends GitFixture {
    @Test
    void patterns_and_default_excludes_apply_to_the_files_that_git_selects() throws Exception {
        write(".sastignore", "docs/**\n");
        tree("a.c, a.h, b.c, docs/d.c, node_modules/m.c");
        repository.commit(".");
        tree("new.c");
        Selection selection = new Selection(
                List.of("**/*.c"), List.of("b.*"), true, true, FileChoice.TRACKED, Selection.GIT, List.of());
        assertSelected(selection, "a.c");
        assertThat(skipped(SkipReason.EXCLUDED_DIRECTORY)).containsExactly("docs", "node_modules");
    }

    @Test
    void file_names_are_relative_to_the_archived_subdirectory_of_the_work_tree() throws Exception {
        write(".gitignore", "*.log\n");
        tree("a, sub/b, sub/.hidden/d");
        repository.commit(".");
        tree("sub/c.log");
        root = root.resolve("sub");
        assertThat(selected(FileChoice.NOT_IGNORED)).containsExactly(".hidden/d", "b");
    }

    @Test
    void linked_work_trees_and_separate_git_directories_are_supported() throws Exception {
        assumePosix();
        tree("a, app/b, app/c/d");
        repository.commit(".");
        repository.git("worktree", "add", "-q", "../linked");
        repository.git("clone", "-q", "--bare", ".", "../bare.git");
        new GitRepository(temp.resolve("bare.git")).git("worktree", "add", "-q", "../of-bare");
        repository.git("clone", "-q", "--separate-git-dir=../separate.git", ".", "../separate");
        repository.git("clone", "-q", ".", "../moved");
        Files.move(temp.resolve("moved/.git"), temp.resolve("moved.git"));
        Files.createSymbolicLink(temp.resolve("moved/.git"), temp.resolve("moved.git"));
        GitRepository above = GitRepository.init(temp.resolve("above"));
        above.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", root.toString(), "sub");
        for (String name : List.of("linked", "of-bare", "separate", "moved", "above/sub")) {
            Path directory = temp.resolve(name);
            assertThat(list(directory, choice(FileChoice.TRACKED))).containsExactly("a", "app/b", "app/c/d");
            assertThat(list(directory.resolve("app"), choice(FileChoice.NOT_IGNORED)))
                    .containsExactly("b", "c/d");
            assertThat(list(directory.resolve("app/c"), choice(FileChoice.TRACKED)))
                    .containsExactly("d");
        }
        assertThat(list(above.directory(), choice(FileChoice.TRACKED)))
                .containsExactly(".gitmodules", "sub/a", "sub/app/b", "sub/app/c/d");
    }

    @Test
    void a_missing_submodule_is_reported_and_files_in_other_submodules_are_selected() throws Exception {
        tree("a, nested/.gitignore");
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
        tree("modules/gone/not-of-git");
        GitRepository nested = GitRepository.init(root.resolve("nested"));
        nested.write("file", "");

        assertSelected(
                choice(FileChoice.NOT_IGNORED),
                "a",
                "modules/inner/.gitignore",
                "modules/inner/file",
                "modules/inner/new");
        assertThat(skipped(SkipReason.SUBMODULE)).containsExactly("modules/gone");
        assertThat(skipped(SkipReason.NESTED_REPOSITORY)).containsExactly("nested");
        assertThat(selected(FileChoice.TRACKED)).containsExactly("a", "modules/inner/.gitignore", "modules/inner/file");
    }

    @Test
    void a_submodule_without_files_is_reported_unless_a_file_or_link_replaces_it() throws Exception {
        tree("dir/a, b");
        repository.commit(".");
        addSubmodules("file", "link", "to-file", "empty", "gone", "linked", "nowhere/gone", "failed");
        tree("file, link -> dir, to-file -> b");
        GitRepository.init(temp.resolve("elsewhere"));
        tree("linked -> ../elsewhere");
        Files.createDirectory(root.resolve("empty"));
        GitRepository.init(root.resolve("failed"));
        assertSelected(choice(FileChoice.TRACKED), "b", "dir/a", "file", "link/a", "to-file");
        assertThat(skipped(SkipReason.SUBMODULE)).containsExactly("failed", "empty", "gone", "nowhere/gone");
        assertRefused(
                root.resolve("empty"),
                root.toRealPath().resolve("empty") + " is skipped: 1 submodule that is not checked out");
    }

    @Test
    void a_pattern_that_excludes_a_submodule_or_nested_repository_gives_no_warning() throws Exception {
        tree("a");
        repository.commit("a");
        addSubmodules("sub");
        Files.createDirectory(root.resolve("sub"));
        GitRepository.init(root.resolve("nested")).write("file", "");
        SkippedFiles skippedFiles = list(choice(FileChoice.NOT_IGNORED, true, "sub/**", "nested/"));
        assertThat(skipped(SkipReason.EXCLUDED_FILE)).containsExactly("nested");
        assertThat(skippedFiles.unmatchedPatterns()).isEmpty();
    }

    @Test
    void a_link_that_replaces_a_submodule_is_counted_once() throws Exception {
        tree("a, other/untracked, ../outside");
        repository.commit("a");
        addSubmodules("away", "broken", "to-untracked");
        tree("away -> ../outside, broken -> nowhere, to-untracked -> other");
        assertThat(list(choice(FileChoice.TRACKED)).summary())
                .isEqualTo("1 link to outside the workspace, 1 broken link,"
                        + " 1 link to a file or directory that Git does not select");
    }

    @Test
    void a_link_is_followed_only_if_git_selects_the_target() throws Exception {
        tree("real/a, real/untracked, ../outside, dir -> real, file -> real/a, to-untracked -> real/untracked");
        tree("away -> ../outside, replaced/outside");
        repository.commit("real/a", "dir", "file", "to-untracked", "away", "replaced");
        delete(root.resolve("replaced"));
        tree("new -> real/a, replaced -> ..");

        assertSelected(choice(FileChoice.TRACKED), "dir/a", "file", "real/a");
        assertThat(skipped(SkipReason.LINK_NOT_SELECTED)).containsExactly("to-untracked");
        assertThat(skipped(SkipReason.LINK_OUTSIDE)).containsExactly("away");
    }

    @Test
    void names_that_are_not_utf_8_are_the_same_with_and_without_git() throws Exception {
        assumePosix();
        tree("a, b%E9");
        String script = "b=$(printf 'b\\351') d=$(printf 'd\\351') gone=$(printf 'e\\351'); ";
        run(root, "sh", "-c", script + "mkdir \"$d\"; touch \"$b\" \"$d/f\" \"$gone\"");
        repository.commit(".");
        run(root, "sh", "-c", script + "rm \"$gone\"");
        assertThat(selected(FileChoice.TRACKED)).contains("a", "b%E9", "d%E9/f");
    }

    @Test
    void a_directory_that_git_cannot_list_is_rejected() throws Exception {
        Path plain = Files.createDirectory(temp.resolve("plain"));
        assertRefused(
                plain, plain.toRealPath() + " is not in a work tree of Git. Check out the sources with Git first");
        assertRefused(
                () -> list(root.resolve(".git"), choice(FileChoice.NOT_IGNORED)),
                "Git selects no files in " + root.toRealPath().resolve(".git"));
        tree("untracked");
        assertRefused(root, "Git selects no files in " + root.toRealPath() + ". Check out the sources first");
        Files.writeString(root.resolve(".git/index"), "broken");
        assertRefused(root, "Git cannot list the files of " + root.toRealPath() + " (");
    }

    @Test
    void every_submodule_without_files_in_the_archived_directory_is_reported() throws Exception {
        write(
                ".gitmodules",
                "[submodule]\npath = ./libs/above\n[submodule]\npath = \"src/empty\"\n[submodule]\npath = src/gone/\n"
                        + "[submodule]\npath = src/full\n[submodule]\npath = src/file\n[submodule]\npath = src/out\n"
                        + "[submodule]\npath = src/failed\n");
        write("src/app/.gitmodules", "[submodule]\npath = ./libs/foo\n[submodule]\npath = ../escaped\n");
        tree("src/a, src/full/b, src/file, src/failed/.git");
        Files.createDirectory(root.resolve("src/empty"));
        root = root.resolve("src");
        list(excluding("out/**"));
        assertThat(skipped(SkipReason.SUBMODULE)).containsExactly("empty", "failed", "app/libs/foo", "gone");
    }

    private void assertRefused(Path directory, String... start) {
        assertRefused(() -> list(directory, choice(FileChoice.TRACKED)), start);
    }

    private List<String> selected(FileChoice choice) throws Exception {
        return list(root, choice(choice));
    }
}

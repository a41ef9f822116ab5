package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class LinkTest extends ArchiveFixture {
    @Test
    void a_second_link_to_a_file_is_followed_but_a_second_link_to_a_directory_is_skipped() throws Exception {
        tree("real/a, dir -> real, file -> real/a, two -> real, absolute -> " + root.resolve("real/a"));
        assertSelected(ALL, "absolute", "dir/a", "file", "real/a");
        assertThat(skipped(SkipReason.LINK_REPEATED)).containsExactly("two");
    }

    @Test
    void a_link_that_leaves_the_workspace_is_not_followed() throws Exception {
        tree("../secret/key, ../root-2/key, a, dir -> ../secret, file -> ../secret/key, neighbour -> ../root-2");
        tree("twice -> dir/key");
        assertSelected(ALL, "a");
        assertThat(skipped(SkipReason.LINK_OUTSIDE)).containsExactly("dir", "file", "neighbour", "twice");
    }

    @Test
    void a_link_from_the_directory_into_the_workspace_is_followed_unless_its_target_is_excluded() throws Exception {
        tree("app/a, shared/b, shared/x@tmp/key, .git/config, lib/node_modules/m, pom.xml, target/classes/c");
        tree("../elsewhere/key");
        root = root.resolve("app");
        tree("file -> ../shared/b, shared -> ../shared, git -> ../.git, modules -> ../lib/node_modules");
        tree("classes -> ../target/classes, up -> .., away -> ../../elsewhere");
        assertSelected(Selection.everything(), "a", "file", "shared/b");
        assertThat(skipped(SkipReason.LINK_EXCLUDED)).containsExactly("classes", "git", "modules");
        assertThat(skipped(SkipReason.LINK_LOOP)).containsExactly("up");
        assertThat(skipped(SkipReason.LINK_OUTSIDE)).containsExactly("away");
    }

    @Test
    void link_loops_are_not_followed() throws Exception {
        tree("a/b/file, c/x, d/y, a/b/up -> .., a/b/top -> ../.., a/here -> ., c/to-d -> ../d, d/to-c -> ../c");
        assertSelected(ALL, "a/b/file", "c/to-d/y", "c/x", "d/to-c/x", "d/y");
        assertThat(skipped(SkipReason.LINK_LOOP))
                .containsExactly("a/b/top", "a/b/up", "a/here", "c/to-d/to-c", "d/to-c/to-d");
    }

    @Test
    void links_on_windows_are_followed_only_if_their_targets_are_inside_the_directory() throws Exception {
        try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows())) {
            root = windows.getPath("C:\\Jenkins\\workspace\\App");
            tree("src\\Main.java, ..\\App2\\secret, C:\\Secrets\\secret");
            for (String link : List.of(
                    "inside=c:\\jenkins\\WORKSPACE\\app\\SRC\\Main.java",
                    "neighbour=..\\App2\\secret",
                    "other-place=C:\\Secrets")) {
                Files.createSymbolicLink(root.resolve(link.split("=")[0]), windows.getPath(link.split("=")[1]));
            }
            list(ALL);
        }
        assertThat(names).containsExactly("inside", "src/Main.java");
        assertThat(skipped(SkipReason.LINK_OUTSIDE)).containsExactly("neighbour", "other-place");
    }

    @Test
    void excluded_links_are_not_reported_as_broken() throws Exception {
        tree("a, gone -> nowhere, itself -> itself, through-file -> a/b, node_modules -> /nowhere, x~ -> .., y -> ..");
        Files.createDirectory(root.resolve("deps"));
        tree("target -> deps");
        assertSelected(excluding("x~/", "target/**"), "a");
        assertThat(skipped(SkipReason.LINK_BROKEN)).containsExactly("gone", "itself", "through-file");
        assertThat(skipped(SkipReason.EXCLUDED_FILE)).containsExactly("node_modules", "x~");
        assertThat(skipped(SkipReason.EXCLUDED_DIRECTORY)).containsExactly("target");
        assertThat(skipped(SkipReason.LINK_OUTSIDE)).containsExactly("y");
    }

    @ParameterizedTest
    @EnumSource
    void default_excludes_apply_to_link_targets(FileChoice files) throws Exception {
        GitRepository repository = GitRepository.init(root);
        tree("a, sub@tmp/secret, sub@tmp/deep/secret, x/y@script/secret, leak -> sub@tmp, deep -> sub@tmp/deep");
        tree("file -> sub@tmp/deep/secret, script -> x/y@script, chain -> leak/deep");
        tree(
                "pom.xml, target/classes/x, target/y, b.class, out -> target, classes -> target/classes, b.txt -> b.class");
        repository.git("add", "-f", ".");
        assertSelected(choice(files, true), "a", "out/y", "pom.xml", "target/y");
        assertThat(skipped(SkipReason.LINK_EXCLUDED))
                .containsExactly("b.txt", "chain", "classes", "deep", "file", "leak", "out/classes", "script");
        list(choice(files));
        assertThat(names).contains("b.txt", "classes/x", "out/classes/x").noneMatch(name -> name.endsWith("secret"));
        // Files of Jenkins are skipped even if default excludes are off.
        assertThat(skipped(SkipReason.LINK_EXCLUDED)).containsExactly("chain", "deep", "file", "leak", "script");
    }

    @Test
    void exclude_patterns_of_the_step_and_the_ignore_file_and_the_server_apply_to_link_targets() throws Exception {
        write(".sastignore", "b/secret/**\n");
        tree("a/key, a/ok, b/secret/key, b/ok, c/x, to-a -> a, to-b -> b, to-c -> c/x, to-key -> a/key");
        SkippedFiles all = assertSelected(
                excluding("a/key").with(Selection.GIT, List.of("c/x", "nothing")),
                ".sastignore",
                "a/ok",
                "b/ok",
                "to-a/ok",
                "to-b/ok");
        assertThat(skipped(SkipReason.LINK_EXCLUDED)).containsExactly("to-a/key", "to-b/secret", "to-c", "to-key");
        assertThat(all.groups())
                .filteredOn(group -> group.reason() == SkipReason.LINK_EXCLUDED)
                .flatExtracting(SkippedFiles.Group::decidedBy)
                .containsExactly(
                        "exclude pattern a/key",
                        ".sastignore line 1: b/secret/**",
                        "exclude pattern of the SAST server c/x",
                        "exclude pattern a/key");
        // A pattern of the server need not match.
        assertThat(all.unmatchedPatterns()).isEmpty();
    }

    @Test
    void case_insensitive_exclude_patterns_apply_to_link_targets() throws Exception {
        tree("a, Secret/key, SUB@TMP/key, dir -> Secret, key -> Secret/key, sub -> SUB@TMP");
        assertSelected(new Selection(List.of(), List.of("secret/**"), false, false), "a");
        assertThat(skipped(SkipReason.LINK_EXCLUDED)).containsExactly("dir", "key", "sub");
        list(new Selection(List.of(), List.of("secret/**"), false, true));
        assertThat(names).contains("Secret/key", "dir/key", "key");
    }

    @Test
    void include_patterns_apply_to_link_names_and_not_to_link_targets() throws Exception {
        tree("lib/x.c, lib/y.h, src/z.c, src/lib -> ../lib");
        assertSelected(including("src/**/*.c"), "src/lib/x.c", "src/z.c");
    }

    @Test
    void exclude_patterns_apply_to_the_target_of_a_chain_of_links() throws Exception {
        tree("one/two/ok, far/x/key, far/ok, first -> one, one/two/next -> ../../far");
        assertSelected(
                new Selection(List.of("first/**"), List.of("far/x/**"), true, true),
                "first/two/next/ok",
                "first/two/ok");
        assertThat(skipped(SkipReason.LINK_EXCLUDED)).containsExactly("first/two/next/x");
    }
}

package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FileTreeTest extends ArchiveFixture {
    @Test
    void each_directory_is_in_the_order_of_the_bytes_of_its_names() throws Exception {
        writeEmpty("a.txt", "a/z", "a/b/c", "a-b", "B", "aa", "a/B");
        walk();
        assertThat(names).containsExactly("B", "a/B", "a/b/c", "a/z", "a-b", "a.txt", "aa");
    }

    @Test
    void characters_beyond_the_basic_plane_come_after_all_others() throws Exception {
        ArchiveTests.assumeNamesCanHave("\ud83d\ude00\uff21\u00e9");
        writeEmpty("\ud83d\ude00", "\uff21", "\u00e9", "z");
        walk();
        assertThat(names).containsExactly("z", "\u00e9", "\uff21", "\ud83d\ude00");
    }

    @Test
    void sizes_are_told_without_opening_anything() throws Exception {
        write("a", new byte[1234]);
        List<SelectedFile> files = new ArrayList<>();
        new DirectoryArchiver(SizeLimit.none()).list(root, ArchiveTests.ALL, files::add);
        assertThat(files)
                .containsExactly(new SelectedFile("a", 1234, temp.toRealPath().resolve("root/a")));
    }

    @Test
    void a_thousand_nested_directories_are_no_problem() throws Exception {
        Path deep = root;
        for (int i = 0; i < 1_000; i++) {
            deep = deep.resolve("d");
        }
        Path leaf = ArchiveTests.write(deep, "leaf", "");
        walk();
        assertThat(names).containsExactly("d/".repeat(1_000) + "leaf");
        for (Path path = leaf; !path.equals(root); path = path.getParent()) {
            // The extension that deletes temporary directories takes quarter of a minute for this.
            Files.delete(path);
        }
    }

    @Test
    void names_of_255_bytes_and_with_line_breaks_are_taken_as_they_are() throws Exception {
        ArchiveTests.assumePosix();
        write("n".repeat(255), "");
        write("a\nb\t\\c", "");
        walk();
        assertThat(names).containsExactly("a\nb\t\\c", "n".repeat(255));
    }

    @Test
    void names_that_lead_out_when_they_are_unpacked_on_windows_are_skipped() throws Exception {
        ArchiveTests.assumePosix();
        writeEmpty("..\\..\\x.aspx", ".. \\y", "..\\dir/inner", "C:/inner", "C:\\e.txt", "\\\\server\\share\\x");
        writeEmpty("a\\..\\..\\b", "c:stream", "d/..\\..\\x", "d/e\\..", "d/\\f", "..g", "h..\\i", "j:k:l", "mn:o");
        SkippedFiles skippedFiles = walk();
        assertThat(names).containsExactly("..g", "d/\\f", "h..\\i", "mn:o");
        assertThat(skippedFiles.names(Reason.NAME_OUTSIDE))
                .containsExactly(
                        ".. \\y",
                        "..\\..\\x.aspx",
                        "..\\dir",
                        "C:",
                        "C:\\e.txt",
                        "\\\\server\\share\\x",
                        "a\\..\\..\\b",
                        "c:stream",
                        "d/..\\..\\x",
                        "d/e\\..",
                        "j:k:l");
    }

    @Test
    void what_is_left_out_is_counted_by_reason_a_directory_once() throws Exception {
        writeEmpty(".git/a", ".git/b", "x@tmp/secret", "doc/a", "src/a.c", "src/a.h", "src/a.c~");
        SkippedFiles skippedFiles = list(new Selection(List.of("src/*.c", "src/*~"), List.of(), true, true));
        assertThat(names).containsExactly("src/a.c");
        assertThat(skippedFiles.names(Reason.EXCLUDED_DIRECTORY)).containsExactly(".git", "x@tmp");
        assertThat(skippedFiles.names(Reason.NOT_INCLUDED_DIRECTORY)).containsExactly("doc");
        assertThat(skippedFiles.names(Reason.EXCLUDED_FILE)).containsExactly("src/a.c~");
        assertThat(skippedFiles.names(Reason.NOT_INCLUDED_FILE)).containsExactly("src/a.h");
        assertThat(skippedFiles.count(Reason.EXCLUDED_DIRECTORY)).isEqualTo(2);
        assertThat(skippedFiles.count(Reason.VANISHED)).isZero();
    }

    @Test
    void jenkins_secret_files_stay_out_even_without_default_excludes() throws Exception {
        writeEmpty("job@tmp/secretFiles/key", "sub/job@script/x", "job@script@2/y", ".git/a", "a");
        walk();
        assertThat(names).containsExactly(".git/a", "a");
    }

    @Test
    void a_link_to_a_file_or_directory_inside_is_followed_under_its_own_name() throws Exception {
        write("real/a", "1");
        link("dir", "real");
        link("file", "real/a");
        link("absolute", root.resolve("real/a").toString());
        assertThat(walk().names(Reason.LINK_REPEATED)).isEmpty();
        assertThat(names).containsExactly("absolute", "dir/a", "file", "real/a");
    }

    @Test
    void a_link_that_leaves_the_directory_is_not_followed() throws Exception {
        writeEmpty("../secret/key", "../root-2/key", "a");
        link("dir", "../secret");
        link("file", "../secret/key");
        link("neighbour", "../root-2");
        link("twice", "dir/key");
        SkippedFiles skippedFiles = walk();
        assertThat(names).containsExactly("a");
        assertThat(skippedFiles.names(Reason.LINK_OUTSIDE)).containsExactly("dir", "file", "neighbour", "twice");
    }

    @Test
    void a_directory_in_whose_place_a_link_was_put_is_noticed() throws Exception {
        ArchiveTests.assumePosix();
        Path directory = Files.createDirectory(root.resolve("d")).toRealPath();
        LinkPolicy.Target target = new LinkPolicy(root.toRealPath()).resolve(directory);
        assertThat(target.isStillThere()).isTrue();
        Files.move(directory, temp.resolve("elsewhere"));
        Files.createSymbolicLink(directory, temp.resolve("elsewhere"));
        assertThat(target.isStillThere()).isFalse();
    }

    @Test
    void a_link_back_to_where_it_is_in_ends() throws Exception {
        write("a/b/file", "");
        link("a/b/up", "..");
        link("a/b/top", "../..");
        link("a/here", ".");
        SkippedFiles skippedFiles = walk();
        assertThat(names).containsExactly("a/b/file");
        assertThat(skippedFiles.names(Reason.LINK_LOOP)).containsExactly("a/b/top", "a/b/up", "a/here");
    }

    @Test
    void links_into_each_other_end() throws Exception {
        write("a/x", "");
        write("b/y", "");
        link("a/to-b", "../b");
        link("b/to-a", "../a");
        SkippedFiles skippedFiles = walk();
        assertThat(names).containsExactly("a/to-b/y", "a/x", "b/to-a/x", "b/y");
        assertThat(skippedFiles.names(Reason.LINK_LOOP)).containsExactly("a/to-b/to-a", "b/to-a/to-b");
    }

    @Test
    void many_links_into_each_other_do_not_multiply() throws Exception {
        int directories = 12;
        for (int i = 0; i < directories; i++) {
            write("d" + i + "/file", "");
            for (int j = 0; j < directories; j++) {
                link("d" + i + "/to-" + j, "../d" + j);
            }
        }
        SkippedFiles skippedFiles = walk();
        assertThat(names).hasSizeLessThanOrEqualTo(2 * directories);
        assertThat(skippedFiles.count(Reason.LINK_REPEATED)).isPositive();
        assertThat(skippedFiles.names(Reason.LINK_REPEATED)).hasSize(SkippedFiles.MAX_NAMES);
    }

    @Test
    void a_directory_that_a_link_led_into_is_not_entered_by_another() throws Exception {
        write("real/a", "");
        link("one", "real");
        link("two", "real");
        SkippedFiles skippedFiles = walk();
        assertThat(names).containsExactly("one/a", "real/a");
        assertThat(skippedFiles.names(Reason.LINK_REPEATED)).containsExactly("two");
    }

    @Test
    void names_that_links_make_longer_than_a_zip_file_can_say_are_counted() throws Exception {
        int most = 65_535 / 256;
        String link = "l".repeat(255);
        for (int i = 0; i <= most + 1; i++) {
            write("d" + i + "/" + "f".repeat(200), "");
            link("d" + i + "/" + link, "../d" + (i + 1));
        }
        SkippedFiles skippedFiles = walk();
        assertThat(names).contains("d0/" + (link + "/").repeat(most - 1) + "f".repeat(200));
        assertThat(names).allMatch(name -> name.length() <= 65_535);
        assertThat(skippedFiles.count(Reason.UNREADABLE)).isPositive();
    }

    @Test
    void links_to_nothing_are_counted() throws Exception {
        write("a", "");
        link("gone", "nowhere");
        link("itself", "itself");
        link("through-file", "a/b");
        assertThat(walk().names(Reason.LINK_BROKEN)).containsExactly("gone", "itself", "through-file");
        assertThat(names).containsExactly("a");
    }

    @Test
    void what_patterns_leave_out_counts_as_such_though_it_is_a_bad_link() throws Exception {
        write("a", "");
        link("node_modules", "/nowhere");
        link("x~", "..");
        link("y", "..");
        Files.createDirectory(root.resolve("deps"));
        link("target", "deps");
        SkippedFiles skippedFiles = list(new Selection(List.of(), List.of("x~/", "target/**"), true, true));
        assertThat(skippedFiles.names(Reason.EXCLUDED_FILE)).containsExactly("node_modules", "x~");
        assertThat(skippedFiles.names(Reason.EXCLUDED_DIRECTORY)).containsExactly("target");
        assertThat(skippedFiles.names(Reason.LINK_OUTSIDE)).containsExactly("y");
    }

    @Test
    void a_root_that_is_a_link_itself_is_followed() throws Exception {
        ArchiveTests.assumePosix();
        write("a", "");
        Path link = Files.createSymbolicLink(temp.resolve("link"), root);
        assertThat(ArchiveTests.list(link, ArchiveTests.ALL)).containsExactly("a");
    }

    @Test
    void pipes_and_sockets_are_counted_and_never_opened() throws Exception {
        ArchiveTests.assumePosix();
        write("a", "");
        ArchiveTests.run(root, "mkfifo", "pipe");
        link("link-to-pipe", "pipe");
        Path socket = Files.createTempDirectory("s").resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.move(socket, root.resolve("socket"));
            ArchiveFacts facts = archive();
            assertThat(facts.skippedFiles().names(Reason.SPECIAL)).containsExactly("link-to-pipe", "pipe", "socket");
            assertThat(facts.files()).isEqualTo(1);
        } finally {
            Files.delete(socket.getParent());
        }
    }

    @Test
    void a_directory_that_cannot_be_read_is_counted() throws Exception {
        ArchiveTests.assumePosix();
        write("a", "");
        // Longer than any path may be, so that not even root can read it by its path.
        String script = "i=0; while [ $i -lt 25 ]; do mkdir " + "d".repeat(200) + "; cd " + "d".repeat(200)
                + "; i=$((i+1)); done";
        ArchiveTests.run(root, "sh", "-c", script);
        try {
            SkippedFiles skippedFiles = walk();
            assertThat(names).containsExactly("a");
            assertThat(skippedFiles.count(Reason.UNREADABLE)).isEqualTo(1);
            assertThat(skippedFiles.names(Reason.UNREADABLE).get(0))
                    .startsWith("ddd")
                    .hasSizeLessThanOrEqualTo(SkippedFiles.MAX_NAME_LENGTH + 1);
        } finally {
            ArchiveTests.run(root, "sh", "-c", "rm -rf ddd*");
        }
    }

    @Test
    void an_empty_selection_says_which_patterns_match_nothing() throws Exception {
        write("a.c", "");
        write("b/c.c", "");
        Selection selection = new Selection(List.of("**/*.java", "*.c", "src/**"), List.of("a.*"), true, true);
        assertThatThrownBy(() -> ArchiveTests.list(root, selection))
                .isInstanceOf(ArchiveException.class)
                .hasMessage("Every file in " + root.toRealPath() + " is skipped: 1 excluded file, 1 file not included."
                        + " These patterns match nothing: include '**/*.java', include 'src/**'."
                        + " Change the patterns, or set another directory.");
    }

    @Test
    void an_empty_selection_names_a_few_patterns_only() throws Exception {
        write("a.c", "");
        List<String> includes = List.of("1", "2", "3", "4", "5", "6", "7");
        assertEmpty(
                new Selection(includes, List.of(), true, true),
                "include '4', include '5' and 2 more. Change the patterns");
        assertEmpty(new Selection(List.of(), List.of("**"), true, true), "is skipped: 1 excluded directory. Change");
    }

    @Test
    void an_empty_directory_is_an_empty_selection() throws Exception {
        Files.createDirectories(root.resolve("a/b"));
        assertEmpty(
                Selection.everything(),
                "There are no files in " + root.toRealPath()
                        + ". Check out the sources first, or set another directory.");
    }

    @Test
    void what_is_no_directory_is_refused() throws Exception {
        Path file = ArchiveTests.write(temp, "file", "");
        assertThatThrownBy(() -> ArchiveTests.list(file, ArchiveTests.ALL))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("is not a directory");
        assertThatThrownBy(() -> ArchiveTests.list(temp.resolve("gone"), ArchiveTests.ALL))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> ArchiveTests.list(file.resolve("below"), ArchiveTests.ALL))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void a_walk_stops_at_an_interrupt() throws Exception {
        for (int i = 0; i < 10; i++) {
            write("f" + i, "");
        }
        assertThatThrownBy(() -> new DirectoryArchiver(SizeLimit.none()).list(root, ArchiveTests.ALL, file -> {
                    names.add(file.name());
                    Thread.currentThread().interrupt();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(names).containsExactly("f0");
        assertThat(Thread.interrupted()).isFalse();
    }

    private SkippedFiles walk() throws Exception {
        return list(ArchiveTests.ALL);
    }

    private void assertEmpty(Selection selection, String why) {
        assertThatThrownBy(() -> list(selection))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(why);
    }
}

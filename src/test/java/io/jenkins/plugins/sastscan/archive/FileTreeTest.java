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
        list(ALL);
        assertThat(names).containsExactly("B", "a/B", "a/b/c", "a/z", "a-b", "a.txt", "aa");
    }

    @Test
    void sizes_are_told_without_opening_anything() throws Exception {
        write("a", new byte[1234]);
        List<SelectedFile> files = new ArrayList<>();
        new DirectoryArchiver(SizeLimit.none()).list(root, ALL, files::add);
        assertThat(files)
                .containsExactly(new SelectedFile("a", 1234, temp.toRealPath().resolve("root/a")));
    }

    @Test
    void a_thousand_nested_directories_are_no_problem() throws Exception {
        Path leaf = write("d/".repeat(1_000) + "leaf", "");
        list(ALL);
        assertThat(names).containsExactly("d/".repeat(1_000) + "leaf");
        for (Path path = leaf; !path.equals(root); path = path.getParent()) {
            // The extension that deletes temporary directories takes quarter of a minute for this.
            Files.delete(path);
        }
    }

    @Test
    void names_that_lead_out_when_they_are_unpacked_on_windows_are_skipped() throws Exception {
        assumePosix();
        writeEmpty("..\\..\\x.aspx", ".. \\y", "..\\dir/inner", "C:/inner", "C:\\e.txt", "\\\\server\\share\\x");
        writeEmpty("a\\..\\..\\b", "c:stream", "d/..\\..\\x", "d/e\\..", "d/\\f", "..g", "h..\\i", "j:k:l", "mn:o");
        list(ALL);
        assertThat(names).containsExactly("..g", "d/\\f", "h..\\i", "mn:o");
        assertThat(String.join(" ", skipped(Reason.NAME_OUTSIDE)))
                .isEqualTo(".. \\y ..\\..\\x.aspx ..\\dir C: C:\\e.txt \\\\server\\share\\x a\\..\\..\\b c:stream"
                        + " d/..\\..\\x d/e\\.. j:k:l");
    }

    @Test
    void what_is_left_out_is_counted_by_reason_a_directory_once() throws Exception {
        writeEmpty(".git/a", ".git/b", "x@tmp/secret", "doc/a", "src/a.c", "src/a.h", "src/a.c~");
        SkippedFiles skippedFiles = list(new Selection(List.of("src/*.c", "src/*~"), List.of(), true, true));
        assertThat(names).containsExactly("src/a.c");
        assertThat(skipped(Reason.EXCLUDED_DIRECTORY)).containsExactly(".git", "x@tmp");
        assertThat(skipped(Reason.NOT_INCLUDED_DIRECTORY)).containsExactly("doc");
        assertThat(skipped(Reason.EXCLUDED_FILE)).containsExactly("src/a.c~");
        assertThat(skipped(Reason.NOT_INCLUDED_FILE)).containsExactly("src/a.h");
        assertThat(skippedFiles.count(Reason.EXCLUDED_DIRECTORY)).isEqualTo(2);
        assertThat(skippedFiles.count(Reason.VANISHED)).isZero();
    }

    @Test
    void a_link_to_a_file_or_directory_inside_is_followed_under_its_own_name() throws Exception {
        write("real/a", "1");
        link("dir", "real");
        link("file", "real/a");
        link("absolute", root.resolve("real/a").toString());
        link("two", "real");
        list(ALL);
        assertThat(names).containsExactly("absolute", "dir/a", "file", "real/a");
        assertThat(skipped(Reason.LINK_REPEATED)).containsExactly("two");
    }

    @Test
    void a_link_that_leaves_the_directory_is_not_followed() throws Exception {
        writeEmpty("../secret/key", "../root-2/key", "a");
        link("dir", "../secret");
        link("file", "../secret/key");
        link("neighbour", "../root-2");
        link("twice", "dir/key");
        list(ALL);
        assertThat(names).containsExactly("a");
        assertThat(skipped(Reason.LINK_OUTSIDE)).containsExactly("dir", "file", "neighbour", "twice");
    }

    @Test
    void a_directory_in_whose_place_a_link_was_put_is_noticed() throws Exception {
        assumePosix();
        Path directory = Files.createDirectory(root.resolve("d")).toRealPath();
        LinkPolicy.Target target = new LinkPolicy(root.toRealPath()).resolve(directory);
        assertThat(target.isStillThere()).isTrue();
        Files.move(directory, temp.resolve("elsewhere"));
        Files.createSymbolicLink(directory, temp.resolve("elsewhere"));
        assertThat(target.isStillThere()).isFalse();
    }

    @Test
    void links_back_to_where_they_are_and_into_each_other_end() throws Exception {
        writeEmpty("a/b/file", "c/x", "d/y");
        link("a/b/up", "..");
        link("a/b/top", "../..");
        link("a/here", ".");
        link("c/to-d", "../d");
        link("d/to-c", "../c");
        list(ALL);
        assertThat(names).containsExactly("a/b/file", "c/to-d/y", "c/x", "d/to-c/x", "d/y");
        assertThat(skipped(Reason.LINK_LOOP))
                .containsExactly("a/b/top", "a/b/up", "a/here", "c/to-d/to-c", "d/to-c/to-d");
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
        list(ALL);
        assertThat(names).hasSizeLessThanOrEqualTo(2 * directories);
        assertThat(skipped(Reason.LINK_REPEATED)).hasSize(SkippedFiles.MAX_NAMES);
    }

    @Test
    void names_that_links_make_longer_than_a_zip_file_can_say_are_counted() throws Exception {
        int most = 65_535 / 256;
        String link = "l".repeat(255);
        for (int i = 0; i <= most + 1; i++) {
            write("d" + i + "/" + "f".repeat(200), "");
            link("d" + i + "/" + link, "../d" + (i + 1));
        }
        SkippedFiles skippedFiles = list(ALL);
        assertThat(names).contains("d0/" + (link + "/").repeat(most - 1) + "f".repeat(200));
        assertThat(names).allMatch(name -> name.length() <= 65_535);
        assertThat(skippedFiles.count(Reason.UNREADABLE)).isPositive();
    }

    @Test
    void bad_links_are_counted_but_as_excluded_if_patterns_skip_them() throws Exception {
        write("a", "");
        link("gone", "nowhere");
        link("itself", "itself");
        link("through-file", "a/b");
        link("node_modules", "/nowhere");
        link("x~", "..");
        link("y", "..");
        Files.createDirectory(root.resolve("deps"));
        link("target", "deps");
        list(new Selection(List.of(), List.of("x~/", "target/**"), true, true));
        assertThat(names).containsExactly("a");
        assertThat(skipped(Reason.LINK_BROKEN)).containsExactly("gone", "itself", "through-file");
        assertThat(skipped(Reason.EXCLUDED_FILE)).containsExactly("node_modules", "x~");
        assertThat(skipped(Reason.EXCLUDED_DIRECTORY)).containsExactly("target");
        assertThat(skipped(Reason.LINK_OUTSIDE)).containsExactly("y");
    }

    @Test
    void pipes_and_sockets_are_counted_and_never_opened() throws Exception {
        assumePosix();
        write("a", "");
        run(root, "mkfifo", "pipe");
        link("link-to-pipe", "pipe");
        Path socket = Files.createTempDirectory("s").resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.move(socket, root.resolve("socket"));
            ArchiveFacts facts = archive();
            assertThat(names(facts.skippedFiles(), Reason.SPECIAL)).containsExactly("link-to-pipe", "pipe", "socket");
            assertThat(facts.files()).isEqualTo(1);
        } finally {
            Files.delete(socket.getParent());
        }
    }

    @Test
    void a_directory_that_cannot_be_read_is_counted() throws Exception {
        assumePosix();
        write("a", "");
        // Longer than any path may be, so that not even root can read it by its path.
        String script = "i=0; while [ $i -lt 25 ]; do mkdir " + "d".repeat(200) + "; cd " + "d".repeat(200)
                + "; i=$((i+1)); done";
        run(root, "sh", "-c", script);
        try {
            list(ALL);
            assertThat(names).containsExactly("a");
            assertThat(skipped(Reason.UNREADABLE)).singleElement().asString().startsWith("ddd");
        } finally {
            run(root, "sh", "-c", "rm -rf ddd*");
        }
    }

    @Test
    void an_empty_selection_says_which_patterns_match_nothing_and_names_a_few_only() throws Exception {
        write("a.c", "");
        write("b/c.c", "");
        assertRefused(
                new Selection(List.of("**/*.java", "*.c", "src/**"), List.of("a.*"), true, true),
                "Every file in " + root.toRealPath() + " is skipped: 1 excluded file, 1 file not included."
                        + " These patterns match nothing: include '**/*.java', include 'src/**'."
                        + " Change the patterns, or set another directory.");
        assertRefused(
                new Selection(List.of("1", "2", "3", "4", "5", "6", "7"), List.of(), true, true),
                "include '4', include '5' and 2 more. Change the patterns");
        assertRefused(new Selection(List.of(), List.of("**"), true, true), "is skipped: 1 excluded directory. Change");
    }

    @Test
    void what_has_no_files_or_is_no_directory_is_refused() throws Exception {
        Files.createDirectories(root.resolve("a/b"));
        assertRefused(
                ALL,
                "There are no files in " + root.toRealPath()
                        + ". Check out the sources first, or set another directory.");
        root = temp.resolve("gone");
        assertRefused(ALL, "does not exist");
        root = write(temp, "file", "");
        assertRefused(ALL, "is not a directory");
        root = root.resolve("below");
        assertRefused(ALL, "cannot be read");
    }

    @Test
    void a_walk_stops_at_an_interrupt() throws Exception {
        writeEmpty("f0", "f1", "f2");
        assertThatThrownBy(() -> new DirectoryArchiver(SizeLimit.none()).list(root, ALL, file -> {
                    names.add(file.name());
                    Thread.currentThread().interrupt();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(names).containsExactly("f0");
        assertThat(Thread.interrupted()).isFalse();
    }

    private void assertRefused(Selection selection, String why) {
        assertThatThrownBy(() -> list(selection))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(why);
    }
}

package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.OtherJvm;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FileTreeTest extends ArchiveFixture {
    @Test
    void files_are_sorted_by_the_bytes_of_their_names() throws Exception {
        tree("a.txt, a/z, a/b/c, a-b, B, aa, a/B");
        assertSelected(ALL, "B", "a/B", "a/b/c", "a/z", "a-b", "a.txt", "aa");
    }

    @Test
    void supplementary_characters_are_sorted_last() throws Exception {
        tree("\ud83d\ude00, \uff5e, a, \ud83d\ude01");
        assertSelected(ALL, "a", "\uff5e", "\ud83d\ude00", "\ud83d\ude01");
    }

    @Test
    void a_file_below_a_thousand_nested_directories_is_found() throws Exception {
        write("d/".repeat(1_000) + "leaf", "");
        assertSelected(ALL, "d/".repeat(1_000) + "leaf");
        // JUnit would need about 15 seconds to delete this directory.
        delete(root.resolve("d"));
    }

    @Test
    void files_are_skipped_if_windows_would_unpack_the_files_outside_the_target_directory() throws Exception {
        assumePosix();
        tree("..\\..\\x.aspx, .. \\y, ..\\dir/inner, C:/inner, C:\\e.txt, \\\\server\\share\\x, a\\..\\..\\b");
        tree("c:stream, d/..\\..\\x, d/e\\.., d/\\f, ..g, h..\\i, j:k:l, mn:o");
        assertSelected(ALL, "..g", "d/\\f", "h..\\i", "mn:o");
        assertThat(String.join(" ", skipped(SkipReason.NAME_OUTSIDE)))
                .isEqualTo(".. \\y ..\\..\\x.aspx ..\\dir C: C:\\e.txt \\\\server\\share\\x a\\..\\..\\b c:stream"
                        + " d/..\\..\\x d/e\\.. j:k:l");
    }

    @Test
    void pipes_and_sockets_are_never_opened() throws Exception {
        assumePosix();
        tree("a");
        run(root, "mkfifo", "pipe");
        tree("link-to-pipe -> pipe");
        Path socket = Files.createTempDirectory("s").resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.move(socket, root.resolve("socket"));
            ArchiveFacts facts = archive();
            assertThat(names(facts.skippedFiles(), SkipReason.SPECIAL))
                    .containsExactly("link-to-pipe", "pipe", "socket");
            assertThat(facts.contents().files()).isEqualTo(1);
        } finally {
            Files.delete(socket.getParent());
        }
    }

    @Test
    void at_most_a_hundred_names_of_skipped_files_are_kept() throws Exception {
        assumePosix();
        for (int i = 0; i < 150; i++) {
            write("d".repeat(200) + "/" + i + "\n" + "x".repeat(200), "");
        }
        tree("a");
        SkippedFiles all = assertSelected(excluding("*/*"), "a");
        assertThat(skipped(SkipReason.EXCLUDED_FILE))
                .hasSize(SkippedFiles.MAX_NAMES)
                .allMatch(name -> name.length() < 310)
                .first(STRING)
                .startsWith("d".repeat(200) + "/0\\u000axxx");
        assertThat(all.summary()).isEqualTo("150 excluded files");
    }

    @Test
    void an_unreadable_directory_is_skipped() throws Exception {
        assumePosix();
        tree("a");
        Path directory = write("d/b", "").getParent();
        Files.setPosixFilePermissions(directory, Set.of());
        try {
            Assumptions.assumeFalse(Files.isReadable(directory), "root can read everything");
            assertSelected(ALL, "a");
            assertThat(skipped(SkipReason.UNREADABLE)).containsExactly("d");
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void the_message_for_an_empty_selection_contains_the_patterns_that_match_nothing() throws Exception {
        tree("a.c, b/c.c");
        assertRefused(
                new Selection(List.of("**/*.java", "*.c", "src/**"), List.of("a.*"), true, true),
                "Every file in " + root.toRealPath() + " is skipped: 1 excluded file, 1 file not included."
                        + " The first of them is skipped by exclude pattern a.*. These patterns match nothing: include \"**/*.java\", include \"src/**\"."
                        + " Change the patterns, or set another directory.");
        assertRefused(
                including("1", "2", "3", "4", "5", "6", "7"),
                "include \"4\", include \"5\" and 2 more. Change the patterns");
        assertRefused(
                excluding("**"),
                "is skipped: 1 excluded file, 1 excluded directory. The first of them is skipped by exclude pattern **. Change");
    }

    @Test
    void an_empty_or_missing_directory_is_rejected() throws Exception {
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
    void an_interrupt_stops_the_listing_of_files() throws Exception {
        tree("f0, f1, f2");
        Consumer<SelectedFile> interrupting = file -> {
            names.add(file.name());
            Thread.currentThread().interrupt();
        };
        assertThatThrownBy(() -> archiver(NO_LIMIT, root).list(root, ALL, interrupting, skipped -> {}))
                .isInstanceOf(InterruptedException.class);
        assertThat(names).containsExactly("f0");
        assertThat(Thread.interrupted()).isFalse();
    }

    private void assertRefused(Selection selection, String why) {
        assertRefused(() -> list(selection), why);
    }

    @Test
    void names_that_are_equal_after_encoding_are_reported() throws Exception {
        shell("printf raw > \"$(printf '\\377')\"; printf text > %FF");
        assertThat(names(archive().skippedFiles(), SkipReason.SAME_NAME)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "C.UTF-8"})
    void entry_names_are_the_same_in_every_locale(String locale) throws Exception {
        shell("n() { printf \"$1\"; }; d=$(n 'd\\377'); e=$(n '\\303\\251'); mkdir -p \"$d/$e$e\";"
                + " for f in \"$d/$e\" \"$d/$e$e/plain\" \"$(n '\\351.txt')\" \"$(n '\\346\\227\\245\\346\\234\\254')\""
                + " \"$(n '\\360\\237\\230\\200')\" \"$(n 'a\\nb')\"; do printf x > \"$f\"; done");
        assertThat(OtherJvm.archive(root, target, FileChoice.ALL, locale, Map.of()))
                .isEmpty();
        assertThat(entries())
                .containsOnlyKeys(
                        "a\nb", "d%FF/\u00e9", "d%FF/\u00e9\u00e9/plain", "%E9.txt", "\u65e5\u672c", "\ud83d\ude00");
        assertThat(entries().values())
                .allSatisfy(content -> assertThat(content).asString().isEqualTo("x"));
    }

    private void shell(String script) throws Exception {
        assumePosix();
        run(root, "sh", "-c", script);
    }

    @Test
    void the_same_files_give_equal_archives_on_windows_and_linux() throws Exception {
        List<String> files = List.of(
                "Readme.md", "src/Main.java", "src/util/Text.java", "src/util/text.bak", ".GIT/config", ".git2");
        Path onLinux = root;
        try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows())) {
            for (Path each : List.of(onLinux, windows.getPath("C:\\Jenkins\\workspace\\App"))) {
                root = each;
                for (String name : files) {
                    write(name, "content of " + name);
                }
            }
            target = windows.getPath("C:\\Temp.zip");
            ArchiveFacts facts = archive();
            target = Files.copy(target, temp.resolve("copy.zip"));
            assertThat(inspect(target).contentDigest()).isEqualTo(facts.contentDigest());
            assertThat(entries().keySet()).containsExactlyInAnyOrderElementsOf(files);
            root = onLinux;
            target = temp.resolve("out.zip");
            assertThat(archive().sha256()).isEqualTo(facts.sha256());
        }
    }
}

package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Paths with drives and backslashes, and names whose letter case does not count, on a file system in memory. */
class WindowsRulesTest extends ArchiveFixture {
    private static final List<String> FILES =
            List.of("Readme.md", "src/Main.java", "src/util/Text.java", "src/util/text.bak", ".GIT/config", ".git2");

    private final FileSystem windows = Jimfs.newFileSystem(Configuration.windows());

    @BeforeEach
    void files() throws Exception {
        fill();
        root = windows.getPath("C:\\Jenkins\\workspace\\App");
        fill();
    }

    @AfterEach
    void close() throws Exception {
        windows.close();
    }

    private void fill() throws Exception {
        for (String name : FILES) {
            write(name, "content of " + name);
        }
    }

    @Test
    void the_archive_is_that_of_another_platform() throws Exception {
        target = windows.getPath("C:\\Temp.zip");
        ArchiveFacts facts = archive();
        assertThat(ReadyArchive.inspect(target, SizeLimit.none(), bytes -> {})).isEqualTo(facts);
        assertThat(entries().keySet()).containsExactlyInAnyOrderElementsOf(FILES);
        root = temp.resolve("root");
        target = temp.resolve("out.zip");
        assertThat(archive()).isEqualTo(facts);
    }

    @Test
    void letter_case_counts_in_patterns_as_the_selection_says_and_not_as_the_file_system_does() throws Exception {
        list(including(true, "SRC/**", "src/util/text.*"));
        assertThat(names).containsExactly("src/util/text.bak");
        list(including(false, "SRC\\UTIL\\**"));
        assertThat(names).containsExactly("src/util/Text.java", "src/util/text.bak");
    }

    private static Selection including(boolean caseSensitive, String... patterns) {
        return new Selection(List.of(patterns), List.of(), false, caseSensitive);
    }

    @Test
    void an_archive_inside_of_the_directory_does_not_hold_itself_however_its_path_is_written() throws Exception {
        target = windows.getPath("c:\\JENKINS\\workspace\\app\\SRC\\own.zip");
        assertThat(archive().skippedFiles()).isEqualTo(SkippedFiles.nothing());
        assertThat(entries().keySet()).containsExactlyInAnyOrderElementsOf(FILES);
    }

    @Test
    void links_are_followed_inside_of_the_directory_and_not_out_of_it() throws Exception {
        write("..\\App2\\secret", "secret");
        write("C:\\Secrets\\secret", "secret");
        for (String link : List.of(
                "inside=c:\\jenkins\\WORKSPACE\\app\\SRC\\Main.java",
                "neighbour=..\\App2\\secret",
                "other-place=C:\\Secrets")) {
            Files.createSymbolicLink(root.resolve(link.split("=")[0]), windows.getPath(link.split("=")[1]));
        }
        list(ALL);
        assertThat(names).contains("inside").doesNotContain("neighbour", "other-place/secret");
        assertThat(skipped(SkipReason.LINK_OUTSIDE)).containsExactly("neighbour", "other-place");
    }
}

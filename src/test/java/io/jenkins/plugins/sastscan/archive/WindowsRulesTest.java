package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths with drives and backslashes, and names whose letter case does not count, on a file system in memory. */
class WindowsRulesTest {
    private static final List<String> FILES =
            List.of("Readme.md", "src/Main.java", "src/util/Text.java", "src/util/text.bak", ".GIT/config", ".git2");

    private final FileSystem windows = Jimfs.newFileSystem(Configuration.windows());
    private final FileSystem unix = Jimfs.newFileSystem(Configuration.unix());
    private final Path workspace = windows.getPath("C:\\Jenkins\\workspace\\App");

    @BeforeEach
    void files() throws Exception {
        fill(workspace);
    }

    @AfterEach
    void close() throws Exception {
        windows.close();
        unix.close();
    }

    private static Path fill(Path directory) throws Exception {
        for (String name : FILES) {
            ArchiveTests.write(directory, name, "content of " + name);
        }
        return directory;
    }

    private static ArchiveFacts archive(Path directory, Selection selection, Path target) throws Exception {
        return new DirectoryArchiver(SizeLimit.none()).archive(directory, selection, target, bytes -> {});
    }

    private static Selection including(boolean caseSensitive, String... patterns) {
        return new Selection(List.of(patterns), List.of(), false, caseSensitive);
    }

    @Test
    void the_archive_is_that_of_another_platform() throws Exception {
        Path here = windows.getPath("C:\\Temp.zip");
        Path there = unix.getPath("/temp.zip");
        ArchiveFacts facts = archive(workspace, ArchiveTests.ALL, here);
        assertThat(facts).isEqualTo(archive(fill(unix.getPath("/workspace/app")), ArchiveTests.ALL, there));
        assertThat(ReadyArchive.inspect(here, SizeLimit.none(), bytes -> {}))
                .extracting(ArchiveFacts::sha256)
                .isEqualTo(facts.sha256());
        assertThat(ArchiveTests.entries(here).keySet()).containsExactlyInAnyOrderElementsOf(FILES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c:\\jenkins\\WORKSPACE\\app",
                "C:/Jenkins/workspace/App/",
                "C:\\Jenkins\\workspace\\.\\Other\\..\\App"
            })
    void a_directory_may_be_written_in_every_way_of_its_platform(String written) throws Exception {
        Files.createDirectory(windows.getPath("C:\\Jenkins\\workspace\\Other"));
        assertThat(ArchiveTests.list(windows.getPath(written), ArchiveTests.ALL))
                .containsExactlyInAnyOrderElementsOf(FILES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"src\\**", "src/**", "src\\", "src\\**\\*.*"})
    void patterns_have_either_separator(String pattern) throws Exception {
        assertThat(ArchiveTests.list(workspace, including(true, pattern)))
                .containsExactly("src/Main.java", "src/util/Text.java", "src/util/text.bak");
    }

    @Test
    void letter_case_counts_in_patterns_as_the_selection_says_and_not_as_the_file_system_does() throws Exception {
        assertThat(ArchiveTests.list(workspace, including(true, "SRC/**", "src/util/text.*")))
                .containsExactly("src/util/text.bak");
        assertThat(ArchiveTests.list(workspace, including(false, "SRC\\UTIL\\**")))
                .containsExactly("src/util/Text.java", "src/util/text.bak");
    }

    @Test
    void an_archive_inside_of_the_directory_does_not_hold_itself_however_its_path_is_written() throws Exception {
        Path target = windows.getPath("c:\\JENKINS\\workspace\\app\\SRC\\own.zip");
        ArchiveFacts facts = archive(workspace, ArchiveTests.ALL, target);
        assertThat(facts.skippedFiles()).isEqualTo(SkippedFiles.nothing());
        assertThat(ArchiveTests.entries(target).keySet()).containsExactlyInAnyOrderElementsOf(FILES);
    }

    @Test
    void links_are_followed_inside_of_the_directory_and_not_out_of_it() throws Exception {
        ArchiveTests.write(windows.getPath("C:\\Jenkins\\workspace\\App2"), "secret", "secret");
        ArchiveTests.write(windows.getPath("C:\\Secrets"), "secret", "secret");
        link("inside", "c:\\jenkins\\WORKSPACE\\app\\SRC\\Main.java");
        link("neighbour", "..\\App2\\secret");
        link("other-place", "C:\\Secrets");
        List<String> names = new ArrayList<>();
        SkippedFiles skippedFiles = ArchiveTests.skippedFiles(workspace, ArchiveTests.ALL, names);
        assertThat(names).contains("inside").doesNotContain("neighbour", "other-place/secret");
        assertThat(skippedFiles.names(Reason.LINK_OUTSIDE)).containsExactly("neighbour", "other-place");
    }

    private void link(String name, String target) throws Exception {
        Files.createSymbolicLink(workspace.resolve(name), windows.getPath(target));
    }

    @Test
    void an_ignore_file_has_patterns_with_either_separator_and_windows_line_ends() throws Exception {
        ArchiveTests.write(workspace, ".sastignore", "src\\util\\**\r\n.git/**\r\n.GIT/**\r\n");
        assertThat(ArchiveTests.list(workspace, ArchiveTests.ALL))
                .containsExactly(".git2", ".sastignore", "Readme.md", "src/Main.java");
    }
}

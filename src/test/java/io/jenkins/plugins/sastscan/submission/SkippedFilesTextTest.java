package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of real files that are left out. */
class SkippedFilesTextTest {
    @TempDir
    Path folder;

    @BeforeEach
    void oneFileAndOneExcludedDirectory() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/dev")), "links can be made here");
        Files.writeString(folder.resolve("kept.c"), "");
        Files.createDirectories(folder.resolve("build"));
    }

    @Test
    void what_is_left_out_is_counted_and_not_named() throws Exception {
        link("a");
        assertThat(SkippedFilesText.summary(skippedFiles())).isEqualTo("1 excluded directory, 1 broken link");
        Files.createDirectories(folder.resolve("sub/build"));
        link("b");
        assertThat(SkippedFilesText.summary(skippedFiles())).isEqualTo("2 excluded directories, 2 broken links");
    }

    @Test
    void a_dry_run_says_of_each_why_it_is_not_sent() throws Exception {
        link("a");
        List<String> lines = new ArrayList<>();
        new Listing(new SubmissionLog(lines::add)).end(skippedFiles());
        assertThat(lines)
                .containsExactly(
                        "Would upload 0 files, 0 B.",
                        "  skipped (excluded directory): build",
                        "  skipped (broken link): a",
                        "Skipped: 1 excluded directory, 1 broken link");
    }

    private void link(String name) throws Exception {
        Files.createSymbolicLink(folder.resolve(name), folder.resolve("nothing"));
    }

    private SkippedFiles skippedFiles() throws Exception {
        Selection selection = new Selection(List.of(), List.of("**/build/**"), false, true);
        return new DirectoryArchiver(ArchiveOptions.defaults()).list(folder, selection, file -> {});
    }
}

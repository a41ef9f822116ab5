package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingTest {
    private final List<String> lines = new ArrayList<>();

    @Test
    void a_dry_run_lists_each_file_with_its_size_and_then_the_sum() {
        Listing listing = new Listing(new SubmissionLog(lines::add));
        listing.add(new SelectedFile("src/App.java", 1_234, Path.of("src/App.java")));
        listing.add(new SelectedFile("a\nb", 6, Path.of("x")));
        listing.end(SkippedFiles.nothing());
        assertThat(lines)
                .containsExactly(
                        "          1,234  src/App.java",
                        "              6  a\\u000ab  (name not allowed on Windows)",
                        "Would upload 2 files, 1.2 kB.",
                        "No files are skipped.",
                        "Warning: Windows does not allow the names of 1 file. A SAST server on Windows may fail to unpack"
                                + " the archive; rename or exclude these files.");
        assertThat(listing.files()).isEqualTo(2);
        assertThat(listing.bytes()).isEqualTo(1_240);
    }

    @Test
    void a_dry_run_says_of_each_skipped_file_why(@TempDir Path folder) throws Exception {
        Files.createDirectory(folder.resolve("build"));
        Files.createDirectory(folder.resolve("node_modules"));
        Files.writeString(folder.resolve(".sastignore"), "# generated\n\n*.gen.c\n");
        Files.createFile(folder.resolve("x.gen.c"));
        Files.createFile(folder.resolve("kept.c"));
        Files.createFile(folder.resolve("a\nb"));
        Selection selection = new Selection(List.of("*.c"), List.of("build/**"), true, true);
        Listing listing = new Listing(new SubmissionLog(lines::add));
        listing.end(new DirectoryArchiver(SizeLimit.none()).list(folder, selection, listing::add));
        assertThat(lines)
                .containsExactly(
                        "              0  kept.c",
                        "Would upload 1 file, 0 B.",
                        "  skipped (excluded file): x.gen.c  (.sastignore line 3: *.gen.c)",
                        "  skipped (excluded directory): build  (exclude pattern build/**)",
                        "  skipped (excluded directory): node_modules  (default exclude **/node_modules/**)",
                        "  skipped (file not included): .sastignore",
                        "  skipped (file not included): a\\u000ab",
                        "Skipped: 1 excluded file, 2 excluded directories, 2 files not included");
    }
}

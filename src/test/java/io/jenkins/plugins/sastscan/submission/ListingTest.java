package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
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
    private final Listing listing = new Listing(new SubmissionLog(lines::add));

    @Test
    void a_dry_run_lists_each_file_with_its_size_the_sum_and_why_others_are_skipped(@TempDir Path folder)
            throws Exception {
        Files.createDirectory(folder.resolve("build"));
        Files.createDirectory(folder.resolve("node_modules"));
        Files.writeString(folder.resolve(".sastignore"), "# generated\n\n*.gen.c\n");
        Files.createFile(folder.resolve("x.gen.c"));
        Files.writeString(folder.resolve("kept.c"), "x".repeat(1_234));
        Files.writeString(folder.resolve("a\nb.c"), "int b;");
        Files.createFile(folder.resolve("a\nb"));
        Selection selection = new Selection(List.of("*.c"), List.of("build/**"), true, true);

        listing.end(new DirectoryArchiver(SizeLimit.none()).list(folder, selection, listing::add));

        assertThat(lines)
                .containsExactly(
                        "              6  a\\u000ab.c  (name not allowed on Windows)",
                        "          1,234  kept.c",
                        "Would upload 2 files, 1.2 kB.",
                        "  skipped (excluded file): x.gen.c  (.sastignore line 3: *.gen.c)",
                        "  skipped (excluded directory): build  (exclude pattern build/**)",
                        "  skipped (excluded directory): node_modules  (default exclude **/node_modules/**)",
                        "  skipped (file not included): .sastignore",
                        "  skipped (file not included): a\\u000ab",
                        "Skipped: 1 excluded file, 2 excluded directories, 2 files not included",
                        "Warning: Windows does not allow the names of 1 file. A SAST server on Windows may fail to unpack"
                                + " the archive; rename or exclude these files.");
        assertThat(listing.files()).isEqualTo(2);
        assertThat(listing.bytes()).isEqualTo(1_240);
    }

    @Test
    void a_dry_run_without_files() {
        listing.end(SkippedFiles.nothing());
        assertThat(lines).containsExactly("Would upload 0 files, 0 B.", "No files are skipped.");
    }
}

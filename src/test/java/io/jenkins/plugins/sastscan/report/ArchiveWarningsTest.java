package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Warnings about archives that are probably not what the job author expects. */
class ArchiveWarningsTest {
    @TempDir
    Path folder;

    @TempDir
    Path outside;

    @Test
    void patterns_that_match_nothing_share_one_warning() {
        assertThat(unmatched()).isEmpty();
        assertThat(unmatched("include \"a\"", "exclude \"b\""))
                .containsExactly("These patterns match nothing: include \"a\", exclude \"b\". Check their spelling, or"
                        + " remove them.");
        assertThat(unmatched("1", "2", "3", "4", "5", "6", "7"))
                .containsExactly("These patterns match nothing: 1, 2, 3, 4, 5 and 2 more. Check their spelling, or"
                        + " remove them.");
    }

    private static List<String> unmatched(String... patterns) {
        SkippedFiles skipped = new SkippedFiles();
        skipped.setUnmatchedPatterns(List.of(patterns));
        return warnings(skipped);
    }

    private static List<String> warnings(SkippedFiles skipped) {
        return new ArchiveReport(new ArchiveFacts(new ContentStatistics(), 0, 0, "", "", skipped)).getWarnings();
    }

    @Test
    @Timeout(30)
    void lfs_pointers_and_missing_submodules_give_a_warning() throws Exception {
        Files.writeString(folder.resolve("a.c"), "int a;");
        Files.createDirectory(folder.resolve("empty"));
        Files.writeString(folder.resolve(".gitmodules"), """
                [submodule "one"]
                \tpath = libs/one
                \turl = ../one.git
                [submodule "two"]
                    path = "libs/two words"
                    url = ../two.git
                [submodule "three"]
                \tpath = libs/three
                """ + "path = a" + " ".repeat(300_000) + "b");
        Files.createDirectories(folder.resolve("libs/one"));
        Files.writeString(folder.resolve("libs/one/b.c"), "int b;");
        assertThat(missing(Selection.everything()))
                .singleElement()
                .asString()
                .startsWith("The archive lacks 3 submodules that are not checked out.");

        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 1\n";
        Files.writeString(folder.resolve("x.bin"), pointer);
        Files.writeString(folder.resolve("y.bin"), pointer);
        Files.createDirectories(folder.resolve("libs/two words"));
        Files.createDirectories(folder.resolve("libs/one/inner"));
        Files.writeString(folder.resolve("libs/one/.gitmodules"), "[submodule \"x\"]\nPath=inner ; of one\n");
        assertThat(missing(Selection.everything()))
                .containsExactly(
                        "The archive lacks 4 submodules that are not checked out. Check out submodules before this step,"
                                + " or exclude them.",
                        "The archive has 2 Git LFS pointer files instead of the real files. Run git lfs pull before"
                                + " this step, or exclude them.");
        assertThat(missing(new Selection(List.of(), List.of("libs/**", "a*b/", "*.bin"), true, true)))
                .isEmpty();
    }

    @Test
    void files_that_cannot_be_read_or_change_give_a_warning() {
        for (SkipReason reason : List.of(SkipReason.UNREADABLE, SkipReason.VANISHED, SkipReason.CHANGED)) {
            SkippedFiles skipped = new SkippedFiles();
            List.of("a", "b", "c").forEach(name -> skipped.add(reason, name, ""));
            assertThat(warnings(skipped))
                    .singleElement()
                    .asString()
                    .startsWith("The archive lacks 3 " + reason.words(3) + ". Make sure");
        }
    }

    private List<String> missing(Selection selection) throws Exception {
        Path archive = outside.resolve("a.zip");
        try {
            return new ArchiveReport(new DirectoryArchiver(SizeLimit.none(), folder)
                            .archive(folder, selection, archive, false, bytes -> {}))
                    .getWarnings();
        } finally {
            Files.delete(archive);
        }
    }

    @Test
    void a_warning_appears_if_an_archive_is_less_than_half_as_large_as_the_previous_archive() {
        assertThat(ArchiveWarnings.shrunk(500, 1_000, 7)).isEmpty();
        assertThat(ArchiveWarnings.shrunk(1, 1, 7)).isEmpty();
        assertThat(ArchiveWarnings.shrunk(499, 1_000, 7))
                .hasValue("The archive is 499 B, less than half of the 1.0 kB of build #7. Check that the checkout is"
                        + " complete and the patterns are right.");
    }
}

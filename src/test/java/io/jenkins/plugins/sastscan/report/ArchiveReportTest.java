package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArchiveReportTest {
    @TempDir
    Path folder;

    @TempDir
    Path outside;

    /** The report of an archive with two files, a likely secret, three skipped files and an unmatched pattern. */
    static ArchiveReport example() {
        ContentStatistics contents = new ContentStatistics();
        contents.count("src/App.java", 625);
        contents.count("id_rsa", 375);
        SkippedFiles skipped = new SkippedFiles();
        skipped.add(SkipReason.EXCLUDED_FILE, "a", "");
        skipped.add(SkipReason.EXCLUDED_FILE, "b", "");
        skipped.add(SkipReason.LINK_BROKEN, "link", "");
        skipped.setUnmatchedPatterns(List.of("exclude \"none\""));
        return new ArchiveReport(new ArchiveFacts(contents, 300, 310, "aa", "bb", skipped));
    }

    @Test
    void the_share_of_a_folder_is_its_percentage_of_all_bytes() {
        ArchiveReport archive = example();
        assertThat(archive.folders)
                .extracting(share -> share.name, share -> share.percentage(archive.rawBytes))
                .containsExactly(tuple("src", "62.5%"), tuple("", "37.5%"));
        assertThat(archive.rest(archive.folders.subList(0, 1)))
                .extracting(share -> share.files, share -> share.bytes)
                .containsExactly(1L, 375L);
        assertThat(archive.rest(archive.types)).isNull();
    }

    @Test
    void excluded_files_are_listed_last() {
        assertThat(example().skippedFiles)
                .extracting(SkippedGroup::getReason)
                .containsExactly("broken link", "excluded files");
    }

    @Test
    void at_most_a_hundred_names_of_skipped_files_are_kept() throws Exception {
        SkippedFiles skipped = new SkippedFiles();
        for (int i = 0; i < 150; i++) {
            skipped.add(SkipReason.EXCLUDED_FILE, "a", "");
        }
        Collections.nCopies(70, "b").forEach(name -> skipped.add(SkipReason.LINK_BROKEN, name, ""));
        ArchiveReport archive = arrived(report(skipped));
        assertThat(archive.skippedFiles)
                .extracting(SkippedGroup::getReason, group -> group.names.size(), group -> group.count)
                .containsExactly(tuple("broken links", 70, 70L), tuple("excluded files", 30, 150L));
    }

    @Test
    void sizes_and_texts_from_an_agent_are_bounded() throws Exception {
        String huge = "a\nERROR: \u001b[8mha:" + "x".repeat(100_000);
        SkippedFiles skipped = new SkippedFiles();
        skipped.setUnmatchedPatterns(Collections.nCopies(1_000, huge));
        ArchiveReport archive =
                arrived(new ArchiveReport(new ArchiveFacts(new ContentStatistics(), -1, -1, huge, huge, skipped)));

        assertThat(archive.archiveBytes + archive.encodedBytes).isZero();
        assertThat(archive.unmatchedPatterns).hasSize(100);
        assertThat(List.of(archive.sha256, archive.contentDigest, archive.unmatchedPatterns.get(99)))
                .allSatisfy(
                        text -> assertThat(text).startsWith("a\\u000aERROR: ").hasSizeLessThan(320));
    }

    @Test
    void an_agent_can_leave_out_every_value() throws Exception {
        byte[] sent = sent(new Share(null, -1, -1));
        assertThat(((Share) read(sent)).bytes).isZero();
        assertThat(example().masked(text -> null))
                .satisfies(archive -> assertThat(archive.sha256).isEmpty());
    }

    @Test
    void secrets_are_masked_in_all_texts() {
        ArchiveReport archive = example().masked(text -> text.replaceAll("src|java|id_rsa|link|none", "****"));
        assertThat(archive.folders.get(0).name).isEqualTo("****");
        assertThat(archive.types.get(0).name).isEqualTo("****");
        assertThat(archive.likelySecretNames).containsExactly("****");
        assertThat(archive.skippedFiles.get(0).names).containsExactly("****");
        assertThat(archive.getWarnings().get(0)).startsWith("These patterns match nothing: exclude \"****\". ");
    }

    static Stream<Arguments> warnings() {
        return Stream.of(
                arguments(SkipReason.SUBMODULE, "The archive lacks 2 submodules that are not checked out. Check out"),
                arguments(SkipReason.LFS_POINTER, "The archive has 2 Git LFS pointer files instead of the real files."),
                arguments(SkipReason.UNREADABLE, "The archive lacks 2 unreadable files and directories. Make sure"),
                arguments(SkipReason.CHANGED, "The archive lacks 2 files that changed while being read. Make sure"),
                arguments(
                        SkipReason.LONG_NAME, "The archive has 2 files whose paths are too long for Windows. A SAST"));
    }

    @ParameterizedTest
    @MethodSource("warnings")
    void source_code_that_is_probably_missing_gives_a_warning(SkipReason reason, String warning) {
        SkippedFiles skipped = new SkippedFiles();
        List.of("a", "b").forEach(name -> skipped.add(reason, name, ""));
        assertThat(report(skipped).getWarnings()).singleElement().asString().startsWith(warning);
    }

    @Test
    void patterns_that_match_nothing_share_one_warning() {
        SkippedFiles skipped = new SkippedFiles();
        skipped.setUnmatchedPatterns(List.of("1", "2", "3", "4", "5", "6", "7"));
        assertThat(report(skipped).getWarnings())
                .containsExactly("These patterns match nothing: 1, 2, 3, 4, 5 and 2 more. Check their spelling, or"
                        + " remove them.");
    }

    @Test
    void a_warning_appears_if_an_archive_is_less_than_half_as_large_as_the_previous_archive() {
        ArchiveReport archive = example();
        archive.compareWith(600, 6);
        assertThat(archive.getWarnings()).hasSize(2);
        archive.compareWith(1_000, 6);
        assertThat(archive.getWarnings())
                .last()
                .isEqualTo("The archive is 300 B, less than half of the 1.0 kB of build #6. Check that the checkout is"
                        + " complete and the patterns are right.");
        assertThat(archive.getContentWarnings()).hasSize(2);
    }

    @Test
    void lfs_pointers_and_missing_submodules_are_found() throws Exception {
        Files.writeString(folder.resolve(".gitmodules"), """
                [submodule "one"]
                \tpath = libs/one
                \turl = ../one.git
                [submodule "two"]
                    path = "libs/two words"
                """);
        Files.createDirectories(folder.resolve("libs/one/inner"));
        Files.writeString(folder.resolve("libs/one/b.c"), "int b;");
        Files.writeString(folder.resolve("libs/one/.gitmodules"), "[submodule \"x\"]\nPath=inner ; of one\n");
        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 1\n";
        Files.writeString(folder.resolve("x.bin"), pointer);

        assertThat(warnings(Selection.everything()))
                .containsExactly(
                        "The archive lacks 2 submodules that are not checked out. Check out submodules before this step,"
                                + " or exclude them.",
                        "The archive has 1 Git LFS pointer file instead of the real file. Run git lfs pull before"
                                + " this step, or exclude them.");
        assertThat(warnings(new Selection(List.of(), List.of("libs/**", "*.bin"), true, true)))
                .isEmpty();
    }

    private List<String> warnings(Selection selection) throws Exception {
        return new ArchiveReport(ArchiveFixture.archiver(new SizeLimit(Long.MAX_VALUE, false), folder)
                        .archive(
                                folder,
                                selection,
                                Files.createTempDirectory(outside, "").resolve("a.zip"),
                                false,
                                bytes -> {}))
                .getWarnings();
    }

    private static ArchiveReport report(SkippedFiles skipped) {
        return new ArchiveReport(new ArchiveFacts(new ContentStatistics(), 1, 1, "", "", skipped));
    }

    private static ArchiveReport arrived(ArchiveReport report) throws Exception {
        return (ArchiveReport) read(sent(report));
    }

    private static byte[] sent(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }
}

package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Contents;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.service.ProjectGitSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a submission and a dry run write into the log of a build. */
class SubmissionLogTest {
    private static final String WINDOWS =
            "Warning: Windows does not allow the names of %s. A SAST server on Windows may"
                    + " fail to unpack the archive; rename or exclude these files.";

    private final List<String> lines = new ArrayList<>();
    private long now;
    private final SubmissionLog log = new SubmissionLog(lines::add, () -> now);
    private final Listing listing = new Listing(log);

    @TempDir
    Path folder;

    static Stream<Arguments> stages() {
        String archived = "Archived 15,460 files, 104.0 MB, as 21.3 MB in 2.0 s (52.0 MB/s)";
        String git = "Wrote Git settings: https://git.example.com/app refs/heads/main, ";
        return Stream.of(
                told(new StageResult.Access(true), "The SAST server accepted the access token (2.0 s)"),
                told(
                        new StageResult.Access(false),
                        "Access token not verified: the SAST server did not return the Git settings of the project"),
                told(archived(0), archived),
                told(archived(1), archived, WINDOWS.formatted("1 file")),
                told(archived(2_000), archived, WINDOWS.formatted("2,000 files")),
                told(
                        new StageResult.Unchanged(0),
                        "Unchanged since the last upload to this project: nothing is uploaded (2.0 s)"),
                told(
                        new StageResult.Unchanged(7),
                        "Unchanged since the last upload to this project, by build #7: nothing is uploaded (2.0 s)"),
                told(new StageResult.Uploaded(21_300_000, 21_300_000), "Uploaded 21.3 MB in 2.0 s (10.7 MB/s)"),
                told(
                        new StageResult.Uploaded(21_300_000, 53_200_000),
                        "Uploaded 21.3 MB as a request body of 53.2 MB in 2.0 s (10.7 MB/s)"),
                told(git("app", "none"), git + "without authentication (2.0 s)"),
                told(git("app", "credentials"), git + "authenticated by user and password (2.0 s)"),
                told(git("app", "PAT"), git + "authenticated by access token (2.0 s)"),
                told(git("app", "ssh"), git + "authenticated by SSH key (2.0 s)"),
                told(
                        git("x\r\nFinished: SUCCESS", "none"),
                        "Wrote Git settings: https://git.example.com/x\\u000d\\u000aFinished: SUCCESS refs/heads/main,"
                                + " without authentication (2.0 s)"),
                told(new StageResult.ScanForced(), "Next scheduled scan forced, even without code changes (2.0 s)"));
    }

    private static Arguments told(StageResult result, String... lines) {
        return arguments(result, lines);
    }

    @ParameterizedTest
    @MethodSource("stages")
    void a_stage_is_one_line_and_its_warnings(StageResult result, String... told) {
        log.ended(Stage.ACCESS, Duration.ofSeconds(2), result);
        assertThat(lines).containsExactly(told);
    }

    @Test
    void text_from_outside_cannot_make_a_line_of_its_own() {
        log.line("one\ntwo\u001b[31m");
        log.warned("three\nfour");
        assertThat(lines).containsExactly("one\\u000atwo\\u001b[31m", "Warning: three\\u000afour");
    }

    @Test
    void a_long_stage_says_how_it_goes_on_every_ten_seconds_of_its_own() {
        log.begun(Stage.ARCHIVE);
        progressed(Stage.ARCHIVE, 10, 50_000, 0);
        log.begun(Stage.UPLOAD);
        progressed(Stage.UPLOAD, 19, 900, 10_000);
        progressed(Stage.UPLOAD, 20, 1_000, 10_000);
        progressed(Stage.UPLOAD, 25, 1_500, 10_000);
        progressed(Stage.UPLOAD, 30, 3_000, 10_000);
        assertThat(lines)
                .containsExactly(
                        "  archive: 50.0 kB, 5.0 kB/s",
                        "  upload: 1.0 kB of 10.0 kB (10 %), 100 B/s",
                        "  upload: 3.0 kB of 10.0 kB (30 %), 150 B/s");
    }

    @Test
    void an_upload_that_is_sent_says_for_how_long_it_waits_at_most() {
        log.waitAtMost(1_200);
        log.begun(Stage.UPLOAD);
        log.progressed(Stage.UPLOAD, 9_999, 10_000);
        log.progressed(Stage.UPLOAD, 10_000, 10_000);
        assertThat(lines)
                .containsExactly(
                        "  upload: everything is sent, waiting at most 1,200 seconds for the response of the SAST server");
    }

    @Test
    void patterns_that_match_nothing_are_one_warning() {
        log.unmatchedPatterns(SkippedFiles.nothing());
        log.unmatchedPatterns(new SkippedFiles(List.of(), List.of("include 'a'", "exclude 'b'")));
        log.unmatchedPatterns(new SkippedFiles(List.of(), List.of("1", "2", "3", "4", "5", "6", "7")));
        assertThat(lines)
                .containsExactly(
                        "Warning: These patterns match nothing: include 'a', exclude 'b'. Check their spelling, or remove"
                                + " them.",
                        "Warning: These patterns match nothing: 1, 2, 3, 4, 5 and 2 more. Check their spelling, or remove"
                                + " them.");
    }

    private void progressed(Stage stage, long seconds, long done, long total) {
        now = Duration.ofSeconds(seconds).toNanos();
        log.progressed(stage, done, total);
    }

    private static StageResult archived(long namesInvalidOnWindows) {
        return new StageResult.Archived(new ArchiveFacts(
                new Contents(15_460, 104_000_000, List.of(), List.of(), namesInvalidOnWindows),
                21_300_000,
                21_300_000,
                "aa",
                "bb",
                SkippedFiles.nothing()));
    }

    private static StageResult git(String path, String authentication) {
        return new StageResult.GitWritten(
                "https://git.example.com/" + path,
                "refs/heads/main",
                authentication,
                new ProjectGitSettings(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void a_dry_run_lists_each_file_with_its_size_the_sum_and_why_others_are_skipped() throws Exception {
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

    @Test
    void pointers_and_empty_submodules_are_warned_of() throws Exception {
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
                """);
        Files.createDirectories(folder.resolve("libs/one"));
        Files.writeString(folder.resolve("libs/one/b.c"), "int b;");
        assertThat(missing(Selection.everything())).isEmpty();

        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 1\n";
        Files.writeString(folder.resolve("x.bin"), pointer);
        Files.writeString(folder.resolve("y.bin"), pointer);
        Files.createDirectories(folder.resolve("libs/two words"));
        assertThat(missing(Selection.everything()))
                .containsExactly(
                        "The archive has 2 Git LFS pointer files in place of their content. Run git lfs pull before this"
                                + " step, or exclude them.",
                        "The archive lacks 1 submodule that is not checked out. Check out submodules before this step,"
                                + " or exclude them.");
        assertThat(missing(new Selection(List.of(), List.of("libs/**", "*.bin"), true, true)))
                .isEmpty();
    }

    private List<String> missing(Selection selection) throws Exception {
        Path archive = Files.createTempDirectory(folder, "made").resolve("a.zip");
        try {
            return MissingSource.warnings(
                    new DirectoryArchiver(SizeLimit.none()).archive(folder, selection, archive, false, bytes -> {}));
        } finally {
            Files.delete(archive);
        }
    }

    @Test
    void an_archive_shrinks_noticeably_below_one_half() {
        assertThat(MissingSource.shrunk(500, 1_000, 7)).isEmpty();
        assertThat(MissingSource.shrunk(1, 1, 7)).isEmpty();
        assertThat(MissingSource.shrunk(499, 1_000, 7))
                .hasValue("The archive is 499 B, less than half of the 1.0 kB of build #7. Check that the checkout is"
                        + " complete and the patterns are right.");
    }
}

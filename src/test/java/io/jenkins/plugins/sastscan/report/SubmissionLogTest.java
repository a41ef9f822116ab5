package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SubmissionLogTest {
    private static final String WINDOWS =
            "Warning: Windows does not allow the names of %s. A SAST server on Windows may"
                    + " fail to unpack the archive; rename or exclude these files. A dry run lists them.";

    private final List<String> lines = new ArrayList<>();
    private long now;
    private final SubmissionLog log = new SubmissionLog(lines::add, () -> now);

    private final SubmissionReport report = new SubmissionReport("1", "", "main", false, List.of());
    private final SubmissionRecorder recorder = new SubmissionRecorder(log, report, text -> text, () -> {});
    private final DryRunLog listing = new DryRunLog(log);

    @TempDir
    Path folder;

    static Stream<Arguments> stages() {
        String archived = "Archived 15,460 files, 104.0 MB, as 21.3 MB in 2.0 s (52.0 MB/s)";
        String git = "Wrote Git settings: https://git.example.com/app refs/heads/main, ";
        return Stream.of(
                told(
                        Stage.ACCESS,
                        report -> report.tokenAccepted = true,
                        "The SAST server accepted the access token (2.0 s)"),
                told(
                        Stage.ACCESS,
                        report -> {},
                        "Access token not verified: the SAST server did not return the Git settings of the project"),
                told(Stage.ARCHIVE, archived(0), archived),
                told(Stage.ARCHIVE, archived(1), archived, WINDOWS.formatted("1 file")),
                told(Stage.ARCHIVE, archived(2_000), archived, WINDOWS.formatted("2,000 files")),
                told(
                        Stage.ARCHIVE,
                        archived(0)
                                .andThen(report -> report.archive.skippedFiles.add(
                                        new SkippedGroup(SkipReason.LFS_POINTER, 1, List.of()))),
                        archived,
                        "Warning: The archive has 1 Git LFS pointer file instead of the real file. Run git lfs pull before"
                                + " this step, or exclude them."),
                told(Stage.UPLOAD, archived(0), "Uploaded 21.3 MB in 2.0 s (10.7 MB/s)"),
                told(
                        Stage.UPLOAD,
                        report -> report.archive = archive(0, 21_300_000, 53_200_000),
                        "Uploaded 21.3 MB as a request body of 53.2 MB in 2.0 s (10.7 MB/s)"),
                told(Stage.GIT_SETTINGS, git("none"), git + "without authentication (2.0 s)"),
                told(Stage.GIT_SETTINGS, git("credentials"), git + "authenticated by user and password (2.0 s)"),
                told(Stage.GIT_SETTINGS, git("PAT"), git + "authenticated by access token (2.0 s)"),
                told(Stage.GIT_SETTINGS, git("ssh"), git + "authenticated by SSH key (2.0 s)"),
                told(Stage.FORCE_SCAN, report -> {}, "Next scheduled scan forced, even without code changes (2.0 s)"));
    }

    private static Arguments told(Stage stage, Consumer<SubmissionReport> values, String... lines) {
        return arguments(stage, values, lines);
    }

    @ParameterizedTest
    @MethodSource("stages")
    void each_stage_logs_one_line_and_its_warnings(Stage stage, Consumer<SubmissionReport> values, String... told) {
        values.accept(report);
        recorder.end(stage, Duration.ofSeconds(2));
        assertThat(lines).containsExactly(told);
    }

    @Test
    void an_unchanged_source_is_logged_with_the_build_that_uploaded_it() {
        recorder.unchanged(0);
        recorder.unchanged(7);
        assertThat(lines)
                .containsExactly(
                        "Unchanged since the last upload to this project: nothing is uploaded",
                        "Unchanged since the last upload to this project, by build #7: nothing is uploaded");
    }

    @Test
    void external_text_cannot_start_a_new_log_line() {
        log.line("one\ntwo\u001b[31m");
        log.warned("three\nfour");
        assertThat(lines).containsExactly("one\\u000atwo\\u001b[31m", "Warning: three\\u000afour");
    }

    @Test
    void a_long_stage_logs_its_progress_every_ten_seconds() {
        progressed(Stage.ARCHIVE, 0, 0, 0);
        progressed(Stage.ARCHIVE, 10, 50_000, 0);
        progressed(Stage.UPLOAD, 10, 0, 10_000);
        progressed(Stage.UPLOAD, 19, 900, 10_000);
        progressed(Stage.UPLOAD, 20, 1_000, 10_000);
        progressed(Stage.UPLOAD, 25, 1_500, 10_000);
        progressed(Stage.UPLOAD, 30, 3_000, 10_000);
        // The upload is retried.
        progressed(Stage.UPLOAD, 40, 500, 10_000);
        progressed(Stage.UPLOAD, 50, 2_000, 10_000);
        assertThat(lines)
                .containsExactly(
                        "  archive: 50.0 kB, 5.0 kB/s",
                        "  upload: 1.0 kB of 10.0 kB (10 %), 100 B/s",
                        "  upload: 3.0 kB of 10.0 kB (30 %), 150 B/s",
                        "  upload: 2.0 kB of 10.0 kB (20 %), 200 B/s");
    }

    @Test
    void a_long_upload_logs_that_everything_is_sent() {
        progressed(Stage.UPLOAD, 0, 0, 10_000);
        progressed(Stage.UPLOAD, 9, 10_000, 10_000);
        assertThat(lines).isEmpty();
        progressed(Stage.UPLOAD, 10, 10_000, 10_000);
        assertThat(lines).containsExactly("  upload: everything is sent, waiting for the response of the SAST server");
    }

    @Test
    void the_log_omits_the_size_of_the_request_body_if_the_upload_was_sent_again_as_multipart() {
        report.archive = archive(0, 20_000, 50_000);
        recorder.begin(Stage.UPLOAD);
        recorder.retried(Retry.AS_MULTIPART);
        recorder.end(Stage.UPLOAD, Duration.ofSeconds(2));
        assertThat(lines)
                .containsExactly(
                        "  upload: status 415, sent again as multipart",
                        "Uploaded 20.0 kB in 2.0 s (10.0 kB/s)",
                        "Warning: The SAST server accepts uploads only as multipart. Set multipart as its upload"
                                + " encoding.");
    }

    @ParameterizedTest
    @CsvSource({"2000, 900, Uploaded 2.0 kB in 900 ms", "20, 30000, Uploaded 20 B in 30.0 s"})
    void the_log_omits_a_meaningless_speed(long bytes, long milliseconds, String line) {
        report.archive = archive(0, bytes, bytes);
        recorder.end(Stage.UPLOAD, Duration.ofMillis(milliseconds));
        assertThat(lines).containsExactly(line);
    }

    private void progressed(Stage stage, long seconds, long done, long total) {
        now = Duration.ofSeconds(seconds).toNanos();
        log.progressed(stage, done, total);
    }

    private static Consumer<SubmissionReport> archived(long namesInvalidOnWindows) {
        return report -> report.archive = archive(namesInvalidOnWindows, 21_300_000, 21_300_000);
    }

    private static ArchiveReport archive(long namesInvalidOnWindows, long archiveBytes, long encodedBytes) {
        ContentStatistics contents = new ContentStatistics();
        contents.count("a", 104_000_000);
        for (int i = 1; i < 15_460; i++) {
            contents.count(i <= namesInvalidOnWindows ? "nul" : "b", 0);
        }
        return new ArchiveReport(
                new ArchiveFacts(contents, archiveBytes, encodedBytes, "aa", "bb", new SkippedFiles()));
    }

    private static Consumer<SubmissionReport> git(String authentication) {
        return report -> report.git = new GitReport(
                new GitRemote("https://git.example.com/app", "refs/heads/main"),
                authentication,
                Map.of(),
                text -> text);
    }

    @Test
    void a_dry_run_logs_the_size_of_each_file_and_the_reason_for_each_skipped_file() throws Exception {
        Files.createDirectory(folder.resolve("build"));
        Files.createDirectory(folder.resolve("node_modules"));
        Files.writeString(folder.resolve(".sastignore"), "# generated\n\n*.gen.c\n");
        Files.createFile(folder.resolve("x.gen.c"));
        Files.writeString(folder.resolve("kept.c"), "x".repeat(1_234));
        Files.createFile(folder.resolve("Kept.c"));
        Files.writeString(folder.resolve("a\nb.c"), "int b;");
        Files.createFile(folder.resolve("a\nb"));
        Files.createFile(folder.resolve("id_rsa"));
        Selection selection = new Selection(List.of("*.c", "id_*"), List.of("build/**"), true, true);

        ArchiveFixture.archiver(new SizeLimit(Long.MAX_VALUE, false), folder)
                .list(folder, selection, listing::add, listing::end);

        assertThat(lines)
                .containsExactly(
                        "              0  Kept.c",
                        "              6  a\\u000ab.c  (name not allowed on Windows)",
                        "              0  id_rsa  (likely secret)",
                        "          1,234  kept.c",
                        "Would upload 4 files, 1.2 kB.",
                        "  skipped (excluded file): x.gen.c  (.sastignore line 3: *.gen.c)",
                        "  skipped (excluded directory): build  (exclude pattern build/**)",
                        "  skipped (excluded directory): node_modules  (default exclude **/node_modules/**)",
                        "  skipped (file not included): .sastignore",
                        "  skipped (file not included): a\\u000ab",
                        "  at risk (file whose name Windows or macOS takes for that of another file): kept.c",
                        "Skipped: 1 excluded file, 2 excluded directories, 2 files not included",
                        "Warning: Found 1 likely secret by file name. Exclude what the SAST server should not receive.",
                        "Warning: Windows does not allow the names of 1 file. A SAST server on Windows may fail to unpack"
                                + " the archive; rename or exclude these files. A dry run lists them.",
                        "Warning: The archive has 1 file whose name Windows or macOS takes for that of another file. A SAST"
                                + " server on such a system loses them; rename or exclude them.");
        assertThat(listing.report().files).isEqualTo(4);
        assertThat(listing.report().rawBytes).isEqualTo(1_240);
    }

    @Test
    void a_dry_run_that_selects_no_file_logs_the_skipped_files_before_it_fails() throws Exception {
        Files.createFile(folder.resolve("x.log"));
        Selection selection = new Selection(List.of(), List.of("*.log"), true, true);
        assertThatThrownBy(() -> ArchiveFixture.archiver(new SizeLimit(Long.MAX_VALUE, false), folder)
                        .list(folder, selection, listing::add, listing::end))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("is skipped: 1 excluded file.");
        assertThat(lines).containsExactly("  skipped (excluded file): x.log  (exclude pattern *.log)");
    }
}

package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Contents;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.service.ProjectGitSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SubmissionLogTest {
    private static final String WINDOWS =
            "Warning: Windows does not allow the names of %s. A SAST server on Windows may"
                    + " fail to unpack the archive; rename or exclude these files.";

    private final List<String> lines = new ArrayList<>();
    private long now;
    private final SubmissionLog log = new SubmissionLog(lines::add, () -> now);

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
}

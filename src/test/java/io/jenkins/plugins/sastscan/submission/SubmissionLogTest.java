package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Contents;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.service.ProjectGitSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SubmissionLogTest {
    private static final Duration TOOK = Duration.ofMillis(2_000);

    private final List<String> lines = new ArrayList<>();
    private long now;
    private final SubmissionLog log = new SubmissionLog(lines::add, () -> now);

    @Test
    void a_normal_submission_is_one_line_a_stage() {
        ended(Stage.ACCESS, new StageResult.Access(true));
        ended(Stage.ARCHIVE, new StageResult.Archived(facts(0)));
        ended(Stage.UPLOAD, new StageResult.Uploaded(21_300_000, 21_300_000));
        ended(Stage.GIT_SETTINGS, new StageResult.GitWritten(git("https://git.example.com/app")));
        ended(Stage.FORCE_SCAN, new StageResult.ScanForced());
        assertThat(lines)
                .containsExactly(
                        "The SAST server accepted the access token (2.0 s)",
                        "Archived 15,460 files, 104.0 MB, as 21.3 MB in 2.0 s (52.0 MB/s)",
                        "Uploaded 21.3 MB in 2.0 s (10.7 MB/s)",
                        "Wrote Git settings: https://git.example.com/app refs/heads/main, without authentication (2.0 s)",
                        "Next scheduled scan forced, even without code changes (2.0 s)");
    }

    @Test
    void a_token_that_could_not_be_proven_is_not_called_accepted() {
        ended(Stage.ACCESS, new StageResult.Access(false));
        assertThat(lines).singleElement().asString().contains("not verified").doesNotContain("accepted");
    }

    @Test
    void a_warning_is_a_line() {
        log.warned("The archive x could not be deleted (permission denied).");
        assertThat(lines).containsExactly("Warning: The archive x could not be deleted (permission denied).");
    }

    @Test
    void names_that_windows_does_not_allow_are_a_warning() {
        ended(Stage.ARCHIVE, new StageResult.Archived(facts(1)));
        ended(Stage.ARCHIVE, new StageResult.Archived(facts(2_000)));
        assertThat(lines)
                .filteredOn(line -> line.startsWith("Warning: "))
                .containsExactly(
                        "Warning: Windows does not allow the names of 1 file. A SAST server on Windows may fail to unpack"
                                + " the archive; rename or exclude these files.",
                        "Warning: Windows does not allow the names of 2,000 files. A SAST server on Windows may fail to"
                                + " unpack the archive; rename or exclude these files.");
    }

    @Test
    void text_from_outside_cannot_make_a_line_of_its_own() {
        log.line("one\ntwo\u001b[31m");
        ended(Stage.GIT_SETTINGS, new StageResult.GitWritten(git("https://x/y\r\nFinished: SUCCESS")));
        assertThat(lines).hasSize(2).noneMatch(line -> line.chars().anyMatch(Character::isISOControl));
    }

    @Test
    void a_long_stage_says_how_it_goes_on_every_ten_seconds() {
        log.begun(Stage.UPLOAD);
        at(9);
        log.progressed(Stage.UPLOAD, 900, 10_000);
        assertThat(lines).isEmpty();
        at(10);
        log.progressed(Stage.UPLOAD, 1_000, 10_000);
        at(15);
        log.progressed(Stage.UPLOAD, 1_500, 10_000);
        at(20);
        log.progressed(Stage.UPLOAD, 3_000, 10_000);
        assertThat(lines)
                .containsExactly(
                        "  upload: 1.0 kB of 10.0 kB (10 %), 100 B/s", "  upload: 3.0 kB of 10.0 kB (30 %), 150 B/s");
    }

    @Test
    void progress_without_a_known_end_has_no_percentage() {
        log.begun(Stage.ARCHIVE);
        at(10);
        log.progressed(Stage.ARCHIVE, 50_000, 0);
        assertThat(lines).containsExactly("  archiving: 50.0 kB, 5.0 kB/s");
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
    void a_request_body_that_is_larger_than_the_archive_is_told() {
        ended(Stage.UPLOAD, new StageResult.Uploaded(21_300_000, 53_200_000));
        assertThat(lines).containsExactly("Uploaded 21.3 MB as a request body of 53.2 MB in 2.0 s (10.7 MB/s)");
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

    @Test
    void each_stage_counts_its_own_time() {
        log.begun(Stage.ARCHIVE);
        at(60);
        log.begun(Stage.UPLOAD);
        at(65);
        log.progressed(Stage.UPLOAD, 1, 2);
        assertThat(lines).isEmpty();
    }

    private void at(long seconds) {
        now = Duration.ofSeconds(seconds).toNanos();
    }

    private void ended(Stage stage, StageResult result) {
        log.begun(stage);
        log.ended(stage, TOOK, result);
    }

    private static ArchiveFacts facts(long namesInvalidOnWindows) {
        return new ArchiveFacts(
                new Contents(15_460, 104_000_000, List.of(), List.of(), namesInvalidOnWindows),
                21_300_000,
                21_300_000,
                "aa",
                "bb",
                SkippedFiles.nothing());
    }

    private static GitResult git(String url) {
        return new GitResult(
                url,
                "refs/heads/main",
                "none",
                new ProjectGitSettings(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
    }
}

package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.jenkins.plugins.sastscan.client.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubmissionRecorderTest {
    private final List<String> lines = new ArrayList<>();
    private final SubmissionReport report = new SubmissionReport("1", "", "main", false, List.of());
    private final SubmissionRecorder recorder = new SubmissionRecorder(
            new SubmissionLog(lines::add), report, text -> text.replace("s3cret", "****"), () -> {});

    @Test
    void a_failure_is_masked() {
        recorder.begin(Stage.UPLOAD);
        recorder.fail("NoClassDefFoundError: s3cret/Type");

        assertThat(report.getText().getStanding()).isEqualTo("failed: upload");
        assertThat(report.getReason()).isEqualTo("NoClassDefFoundError: ****/Type");
    }

    @Test
    void the_report_refers_to_the_log_if_a_failure_cannot_be_masked() {
        SubmissionRecorder unmasked = new SubmissionRecorder(
                new SubmissionLog(lines::add),
                report,
                text -> {
                    throw new LinkageError("s3cret");
                },
                () -> {});
        unmasked.fail("s3cret");

        assertThat(report.getReason()).isEqualTo("The submission failed. See the build log.");
    }

    @Test
    void each_retry_is_logged_immediately_but_the_report_keeps_only_the_count_and_the_last_reason() {
        ended(Stage.ACCESS);
        recorder.archived(ArchiveReportTest.example());
        recorder.begin(Stage.UPLOAD);
        recorder.retried(new Retry("status 503", "retry 1 of 9 in 1.0 s"));
        assertThat(lines).last().isEqualTo("  upload: status 503, retry 1 of 9 in 1.0 s");
        recorder.retried(new Retry("unknown host s3cret", "retry 2 of 9 in 2.0 s"));
        recorder.end(Stage.UPLOAD, Duration.ofSeconds(1));
        recorder.begin(Stage.FORCE_SCAN);
        recorder.retried(new Retry("connection refused", "retry 1 of 9 in 1.0 s"));
        recorder.fail("No way.");

        assertThat(report.getStages())
                .extracting(
                        StageReport::getName,
                        stage -> stage.getState(),
                        stage -> stage.getRetries(),
                        s -> s.getRetryReason())
                .containsExactly(
                        tuple("access", State.DONE, 0, ""),
                        tuple("upload", State.DONE, 2, "unknown host ****"),
                        tuple("forceScan", State.FAILED, 1, "connection refused"));
        assertThat(report.isUploaded()).isTrue();
        assertThat(report.isScanForced()).isFalse();
    }

    @Test
    void a_wait_belongs_to_no_stage_and_is_shown_only_while_it_lasts() {
        recorder.begin(Stage.ARCHIVE);
        recorder.waitFor("build #12 of this job");
        assertThat(report.getText().getStanding()).isEqualTo("waiting for build #12 of this job");
        assertThat(report.getWaitingFor()).isEqualTo("build #12 of this job");
        recorder.waitFor("");
        assertThat(report.getText().getStanding()).isEqualTo("running");
        assertThat(lines).containsExactly("Waiting for build #12 of this job, which is changing the same project");

        recorder.waitFor("another job");
        recorder.waitFor("another job");
        assertThat(lines).hasSize(2);
        recorder.abort();
        assertThat(report.getText().getStanding()).isEqualTo("aborted");
        assertThat(report.getWaitingFor()).isEmpty();
    }

    @Test
    void a_superseded_submission_names_the_later_build_and_ends_the_running_stage() {
        recorder.begin(Stage.ARCHIVE);
        recorder.supersede(1_300);
        report.succeed();

        assertThat(report.isSuperseded()).isTrue();
        assertThat(report.getText().getOutcome()).isEqualTo("superseded by build #1300");
        assertThat(report.getStages()).extracting(stage -> stage.getState()).containsExactly(State.DONE);
        assertThat(lines)
                .containsExactly("Warning: This submission stops, because build #1300 of this job has already"
                        + " submitted to this project. The source of this build may be older.");
    }

    @Test
    void an_archive_is_compared_with_the_previous_one() {
        ArchiveReport archive = ArchiveReportTest.example();
        archive.compareWith(1_000, 6);
        recorder.archived(archive);
        assertThat(report.archive.getWarnings())
                .last()
                .isEqualTo("The archive is 300 B, less than half of the 1.0 kB of build #6. Check that the checkout is"
                        + " complete and the patterns are right.");
        assertThat(report.archive.getContentWarnings()).hasSize(2);
    }

    @Test
    void the_report_shows_git_settings_that_were_sent_but_not_read_back() {
        recorder.begin(Stage.GIT_SETTINGS);
        recorder.wroteGit("https://git.example/s3cret.git", "main", "none", Map.of());
        recorder.fail("No response.");

        assertThat(report.getText().getStanding()).isEqualTo("failed: Git settings");
        assertThat(report.git.url).isEqualTo("https://git.example/****.git");
        assertThat(report.git.getUrlReadBack()).isEmpty();
        assertThat(report.git.toMap()).containsEntry("readBack", Map.of());
    }

    private void ended(Stage stage) {
        recorder.begin(stage);
        recorder.end(stage, Duration.ofSeconds(1));
    }
}

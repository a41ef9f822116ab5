package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.ContentStatistics.Share;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.Retry;
import io.jenkins.plugins.sastscan.report.ShareReport;
import io.jenkins.plugins.sastscan.report.SkippedFilesReport;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BuildRecorderTest {
    private static final ArchiveFacts FACTS = new ArchiveFacts(
            new ContentStatistics(
                    2,
                    300,
                    List.of(new Share("src", 1, 200), new Share("", 1, 100)),
                    List.of(new Share("java", 1, 200), new Share("", 1, 100)),
                    1,
                    1,
                    List.of("id_rsa")),
            100,
            100,
            "aa",
            "bb",
            new SkippedFiles(
                    List.of(
                            new SkippedFiles.Group(SkipReason.EXCLUDED_FILE, 2, List.of(), List.of()),
                            new SkippedFiles.Group(SkipReason.LINK_BROKEN, 1, List.of(), List.of())),
                    List.of("exclude 'none'")));

    private final List<String> lines = new ArrayList<>();
    private final SubmissionReport report = new SubmissionReport("id", "", "main", "42", false);
    private final SubmissionResult result = new SubmissionResult(new ProjectId(42));
    private final BuildRecorder listener =
            new BuildRecorder(new SubmissionLog(lines::add), report, text -> text.replace("s3cret", "****"));

    @Test
    void the_report_lists_folders_and_types_and_skipped_files_and_puts_excluded_files_last() {
        result.setArchive(FACTS);
        ended(Stage.ARCHIVE);

        var archive = report.getArchive();
        assertThat(archive.getFolders()).extracting(ShareReport::getName).containsExactly("src", "");
        assertThat(archive.getTypes()).extracting(ShareReport::getName).containsExactly("java", "");
        assertThat(archive.getSkippedFiles())
                .extracting(SkippedFilesReport::getReason)
                .containsExactly("broken link", "excluded files");
    }

    @Test
    void a_submission_is_reported_as_failed_after_a_jvm_error() {
        listener.begun(Stage.UPLOAD);
        listener.failed(new NoClassDefFoundError("s3cret/Type"));

        assertThat(report.getStanding()).isEqualTo("failed: upload");
        assertThat(report.getReason()).isEqualTo("NoClassDefFoundError: ****/Type");
    }

    @Test
    void the_report_shows_only_the_type_of_a_failure_whose_message_cannot_be_masked() {
        LinkageError failure = new LinkageError("s3cret");
        BuildRecorder unmasked = new BuildRecorder(new SubmissionLog(lines::add), report, text -> {
            throw failure;
        });
        unmasked.begun(Stage.UPLOAD);

        unmasked.failed(failure);

        assertThat(report.getStanding()).isEqualTo("failed: upload");
        assertThat(report.getReason()).isEqualTo("LinkageError");
    }

    @Test
    void each_retry_is_logged_immediately_but_the_report_keeps_only_the_count_and_the_last_reason() {
        ended(Stage.ACCESS);
        listener.begun(Stage.UPLOAD);
        listener.retried(new Retry("status 503", "retry 1 of 9 in 1.0 s"));
        assertThat(lines).last().isEqualTo("  upload: status 503, retry 1 of 9 in 1.0 s");
        listener.retried(new Retry("unknown host s3cret", "retry 2 of 9 in 2.0 s"));
        assertThat(report.getStages())
                .last()
                .extracting(StageReport::getRetries)
                .isEqualTo(2);
        result.setArchive(FACTS);
        listener.ended(Stage.UPLOAD, Duration.ofSeconds(1), result);
        listener.begun(Stage.FORCE_SCAN);
        listener.retried(new Retry("connection refused", "retry 1 of 9 in 1.0 s"));
        listener.failed(new InvalidInputException("No way."));

        assertThat(report.getStages())
                .extracting(
                        StageReport::getName,
                        StageReport::getState,
                        StageReport::getRetries,
                        StageReport::getRetryReason)
                .containsExactly(
                        tuple("access", State.DONE, 0, ""),
                        tuple("upload", State.DONE, 2, "unknown host ****"),
                        tuple("forceScan", State.FAILED, 1, "connection refused"));
        assertThat(report.isUploaded()).isTrue();
        assertThat(report.isScanForced()).isFalse();
        assertThat(lines)
                .filteredOn(line -> line.contains("retr"))
                .containsExactly(
                        "  upload: status 503, retry 1 of 9 in 1.0 s",
                        "  upload: unknown host s3cret, retry 2 of 9 in 2.0 s",
                        "  force scan: connection refused, retry 1 of 9 in 1.0 s");
    }

    @Test
    void a_wait_belongs_to_no_stage_and_is_shown_only_while_it_lasts() {
        listener.begun(Stage.ARCHIVE);
        listener.waitingForTurn("build #12 of this job");
        assertThat(report.getStanding()).isEqualTo("waiting for build #12 of this job");
        assertThat(report.getWaitingFor()).isEqualTo("build #12 of this job");
        listener.waitingForTurn("");
        assertThat(report.getStanding()).isEqualTo("running");
        assertThat(lines).containsExactly("Waiting for build #12 of this job, which is changing the same project");

        listener.waitingForTurn("another job");
        listener.waitingForTurn("another job");
        assertThat(lines).hasSize(2);
        listener.failed(new InterruptedException());
        assertThat(report.getStanding()).isEqualTo("aborted");
        assertThat(report.getWaitingFor()).isEmpty();
    }

    @Test
    void a_superseded_submission_names_the_later_build_and_ends_the_running_stage() {
        listener.begun(Stage.ARCHIVE);
        listener.superseded(1_300);
        report.succeed();

        assertThat(report.isSuperseded()).isTrue();
        assertThat(report.getSummary()).startsWith("superseded by build #1300, ");
        assertThat(report.getStages()).extracting(StageReport::getState).containsExactly(State.DONE);
        assertThat(lines)
                .containsExactly("Warning: This submission stops, because build #1300 of this job has already"
                        + " submitted to this project. The source of this build may be older.");
    }

    @Test
    void the_report_of_a_dry_run_masks_secrets_in_patterns_and_file_names() {
        listener.listed(new AgentArchiver.DryRunResult(
                new ContentStatistics(1, 20, List.of(), List.of(), 0, 1, List.of("s3cret/id_rsa")),
                new SkippedFiles(List.of(), List.of("exclude '**/*.s3cret'"))));

        assertThat(report.getArchive().getRawBytes()).isEqualTo(20);
        assertThat(report.getArchive().getSha256()).isEmpty();
        assertThat(report.getArchive().getUnmatchedPatterns()).containsExactly("exclude '**/*.****'");
        assertThat(report.getArchive().getLikelySecretNames()).containsExactly("****/id_rsa");
        assertThat(report.getArchive().getWarnings()).hasSize(2).noneMatch(sentence -> sentence.contains("s3cret"));
    }

    @Test
    void the_report_shows_the_sent_git_settings_and_those_that_were_read_back() {
        result.setGit(new SubmissionResult.WrittenGit(
                "https://git.example/a.git", "refs/heads/main", "none", Map.of("url", "https://git.example/a.git")));
        ended(Stage.GIT_SETTINGS);

        assertThat(report.getGit().getUrl()).isEqualTo("https://git.example/a.git");
        assertThat(report.getGit().getUrlReadBack()).isEqualTo("https://git.example/a.git");
        assertThat(report.getGit().getBranchReadBack()).isEmpty();
        assertThat(report.getGit().getAuthentication()).isEqualTo("none");
    }

    @Test
    void the_report_shows_git_settings_that_were_sent_but_not_read_back() {
        result.setGit(new SubmissionResult.WrittenGit("https://git.example/a.git", "main", "none", Map.of()));
        listener.begun(Stage.GIT_SETTINGS);
        listener.wroteGit(result);
        listener.failed(new IOException("No response."));

        assertThat(report.getStanding()).isEqualTo("failed: Git settings");
        assertThat(report.getGit().getUrl()).isEqualTo("https://git.example/a.git");
        assertThat(report.getGit().getUrlReadBack()).isEmpty();
    }

    private void ended(Stage stage) {
        listener.begun(stage);
        result.end(stage, Duration.ofSeconds(1));
        listener.ended(stage, Duration.ofSeconds(1), result);
    }
}

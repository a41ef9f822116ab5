package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the recorder keeps in a report, and what pages show of it. */
class SubmissionReportTest {
    private final List<String> lines = new ArrayList<>();
    private final SubmissionReport report = new SubmissionReport("1", "", "main", false, List.of());
    private final SubmissionRecorder recorder = new SubmissionRecorder(
            new SubmissionLog(lines::add), report, text -> text.replace("s3cret", "****"), () -> {});

    @Test
    void a_successful_submission_reports_its_stages_and_results() throws Exception {
        recorder.archived(ArchiveReportTest.example());
        stage(Stage.ARCHIVE, 3_000);
        stage(Stage.UPLOAD, 1_000);
        recorder.wroteGit(new GitRemote("u", "b"), "none", Map.of("url", "u"));
        stage(Stage.GIT_SETTINGS, 500);
        stage(Stage.FORCE_SCAN, 500);
        recorder.succeed();

        assertThat(report.getText().getOutcome())
                .isEqualTo("uploaded 2 files (1.0 kB), Git settings written, next scan forced, 2 warnings");
        assertThat(report.getMilliseconds()).isEqualTo(5_000);
        assertThat(report.stages)
                .extracting(report.getText()::offset, StageReport::getMilliseconds, stage -> stage.state)
                .containsExactly(
                        tuple("0.0%", 3_000L, State.DONE),
                        tuple("60.0%", 1_000L, State.DONE),
                        tuple("80.0%", 500L, State.DONE),
                        tuple("90.0%", 500L, State.DONE));

        SubmissionReport loaded = loaded(report);
        loaded.endIfWaiting();
        assertThat(loaded.state).isEqualTo(State.DONE);
        assertThat(loaded.reason).isEmpty();
    }

    @Test
    void a_failure_ends_the_running_stage_and_is_masked() {
        recorder.fail("No way.");
        assertThat(report.getText().getOutcome()).isEqualTo("failed");

        stage(Stage.ACCESS, 10);
        recorder.begin(Stage.UPLOAD);
        recorder.fail("NoClassDefFoundError: s3cret/Type");
        assertThat(report.reason).isEqualTo("NoClassDefFoundError: ****/Type");
        assertThat(report.stages).extracting(stage -> stage.state).containsExactly(State.DONE, State.FAILED);
        assertThat(report.getText().getOutcome()).isEqualTo("failed: upload");
    }

    @Test
    void a_wait_belongs_to_no_stage_and_is_shown_only_while_it_lasts() {
        recorder.waitFor("build #12 of this job");
        assertThat(report.getText().getStanding()).isEqualTo("waiting for build #12 of this job");
        recorder.waitFor("");
        assertThat(report.getText().getStanding()).isEqualTo("running");
        assertThat(lines).containsExactly("Waiting for build #12 of this job, which is changing the same project");

        recorder.waitFor("another job");
        recorder.waitFor("another job");
        assertThat(lines).hasSize(2);
        recorder.abort();
        assertThat(report.getText().getStanding()).isEqualTo("aborted");
        assertThat(report.waitingFor).isEmpty();
    }

    @Test
    void the_progress_of_a_stage_is_logged_and_shown_until_a_retry_or_the_end() {
        recorder.begin(Stage.UPLOAD);
        StageReport upload = report.getStages().get(0);
        recorder.progressed("  upload: 10 MB of 40 MB (25 %), s3cret");
        assertThat(upload.getProgress()).isEqualTo("10 MB of 40 MB (25 %), ****");
        recorder.retried(new Retry("connection lost", "retry 1 of 9 in 1.0 s"));
        assertThat(upload.getProgress()).isEmpty();
        recorder.progressed("  upload: 20 MB of 40 MB (50 %)", "  upload: everything is sent");
        assertThat(upload.getProgress()).isEqualTo("everything is sent");
        assertThat(lines).hasSize(4).element(2).isEqualTo("  upload: 20 MB of 40 MB (50 %)");
        recorder.abort();
        assertThat(upload.getProgress()).isEmpty();
    }

    @Test
    void the_report_shows_git_settings_that_were_sent_but_not_read_back() {
        String url = "https://git.example/" + "a".repeat(1_980);
        recorder.begin(Stage.GIT_SETTINGS);
        recorder.wroteGit(new GitRemote(url + "s3cret", "main"), "none", Map.of());
        recorder.fail("No response.");

        assertThat(report.getText().getStanding()).isEqualTo("failed: Git settings");
        assertThat(report.git.url).isEqualTo(url + "****");
        assertThat(report.git.getUrlReadBack()).isEmpty();
        assertThat(report.git.toMap()).containsEntry("readBack", Map.of());
    }

    @Test
    void a_submission_waits_after_a_restart_and_is_aborted_if_its_build_ends() throws Exception {
        recorder.setProject("main", "https://sast.example/api", new ProjectId(42), "");
        recorder.begin(Stage.UPLOAD);
        report.endIfWaiting();
        assertThat(report.state).isEqualTo(State.RUNNING);

        SubmissionReport loaded = loaded(report);
        assertThat(loaded.getText().getStanding()).isEqualTo("waiting for the agent after a restart");
        assertThat(loaded.stages).extracting(stage -> stage.state).containsExactly(State.WAITING);
        assertThat(loaded.url).isEqualTo("https://sast.example/api");

        loaded.endIfWaiting();
        assertThat(loaded.getText().getStanding()).isEqualTo("aborted: upload");
        assertThat(loaded.reason).isEqualTo("Jenkins stopped during the submission.");
    }

    @Test
    void a_failed_or_aborted_submission_says_whether_the_project_may_have_changed() {
        recorder.begin(Stage.ARCHIVE);
        assertThat(recorder.effect()).isEqualTo("Nothing was changed on the SAST server.");
        recorder.abort();
        assertThat(report.reason).isEqualTo("The build was aborted. Nothing was changed on the SAST server.");

        recorder.begin(Stage.UPLOAD);
        assertThat(recorder.effect()).isEmpty();
        recorder.abort();
        assertThat(report.reason).isEqualTo("The build was aborted. The stage upload may have changed the project.");

        recorder.archived(ArchiveReportTest.example());
        stage(Stage.UPLOAD, 1);
        recorder.begin(Stage.FORCE_SCAN);
        assertThat(recorder.effect()).isEqualTo("Already done: upload.");
        recorder.abort();
        assertThat(report.reason)
                .isEqualTo("The build was aborted. The stage force scan may have changed the project."
                        + " Already done: upload.");
    }

    @Test
    void stored_texts_have_one_line_and_a_maximum_length() {
        SubmissionReport wild = new SubmissionReport("1", "a\nb", "c\nd", false, List.of("x".repeat(9_999)));
        wild.end(State.FAILED, "e\nf" + "x".repeat(9_999));
        assertThat(wild.pipelineStage + wild.server + wild.reason).doesNotContain("\n");
        assertThat(wild.commits.get(0)).hasSizeLessThan(1_100);
        assertThat(wild.reason).hasSizeLessThan(4_100);
    }

    /** Does what XStream does after it has read all fields. */
    private static SubmissionReport loaded(SubmissionReport stored) throws Exception {
        Method method = SubmissionReport.class.getDeclaredMethod("readResolve");
        method.setAccessible(true);
        return (SubmissionReport) method.invoke(stored);
    }

    private void stage(Stage stage, long milliseconds) {
        recorder.begin(stage);
        recorder.end(stage, Duration.ofMillis(milliseconds));
    }
}

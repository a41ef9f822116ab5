package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubmissionReportTest {
    private final SubmissionReport report = new SubmissionReport("1", "", "main", false, List.of());

    @Test
    void a_successful_submission_reports_its_stages_and_results() throws Exception {
        stage(Stage.ARCHIVE, 3_000);
        report.archive = ArchiveReportTest.example();
        stage(Stage.UPLOAD, 1_000);
        stage(Stage.GIT_SETTINGS, 500);
        report.git = new GitReport("u", "b", "none", Map.of("url", "u"));
        stage(Stage.FORCE_SCAN, 500);
        report.succeed();

        assertThat(report.getText().getOutcome())
                .isEqualTo("uploaded 2 files (1.0 kB), Git settings written, next scan forced, 2 warnings");
        assertThat(report.getText().getTime()).isEqualTo("5.0 s");
        assertThat(report.getStages())
                .extracting(report.getText()::offset, report.getText()::width, stage -> stage.getState())
                .containsExactly(
                        tuple("0.0%", "60.0%", State.DONE),
                        tuple("60.0%", "20.0%", State.DONE),
                        tuple("80.0%", "10.0%", State.DONE),
                        tuple("90.0%", "10.0%", State.DONE));

        SubmissionReport loaded = loaded(report);
        loaded.lose();
        assertThat(loaded.getState()).isEqualTo(State.DONE);
        assertThat(loaded.getReason()).isEmpty();
    }

    @Test
    void a_failure_ends_the_running_stage() {
        report.end(State.FAILED, "No way.");
        assertThat(report.getText().getOutcome()).isEqualTo("failed");

        stage(Stage.ARCHIVE, 10);
        report.begin(Stage.UPLOAD);
        report.end(State.FAILED, "No way.");
        assertThat(report.getReason()).isEqualTo("No way.");
        assertThat(report.getStages()).extracting(stage -> stage.getState()).containsExactly(State.DONE, State.FAILED);
        assertThat(report.getText().getOutcome()).isEqualTo("failed: upload");
    }

    @Test
    void a_submission_waits_after_a_restart_and_is_aborted_if_its_build_ends() throws Exception {
        report.setProject("main", "https://sast.example/api", 42, "https://sast.example/42");
        report.begin(Stage.UPLOAD);
        report.lose();
        assertThat(report.shown(true, false).getState()).isEqualTo(State.RUNNING);

        SubmissionReport loaded = loaded(report);
        assertThat(loaded.shown(true, true).getText().getStanding()).isEqualTo("waiting for the agent after a restart");
        SubmissionReport shown = loaded.shown(true, false);
        assertThat(shown.getText().getStanding()).isEqualTo("aborted: upload");
        assertThat(shown.getReason()).isEqualTo("Jenkins stopped during the submission.");
        assertThat(shown.getUrl()).isEqualTo("https://sast.example/api");
        assertThat(loaded.getState()).isEqualTo(State.WAITING);
        assertThat(loaded.getStages()).extracting(stage -> stage.getState()).containsExactly(State.WAITING);

        loaded.lose();
        assertThat(loaded.getState()).isEqualTo(State.ABORTED);
    }

    @Test
    void a_submission_that_starts_again_forgets_what_it_did_before() {
        stage(Stage.UPLOAD, 1);
        report.archive = ArchiveReportTest.example();
        report.buildThatUploaded = 1;
        report.supersededBy = 2;
        report.git = new GitReport("u", "b", "none", Map.of());
        report.end(State.FAILED, "No way.");

        report.start();

        assertThat(report)
                .usingRecursiveComparison()
                .isEqualTo(new SubmissionReport("1", "", "main", false, List.of()));
    }

    @Test
    void a_repeated_stage_is_listed_only_once() {
        stage(Stage.ACCESS, 10);
        stage(Stage.ARCHIVE, 20);
        stage(Stage.ACCESS, 30);
        assertThat(report.getStages()).extracting(StageReport::getName).containsExactly("access", "archive");
        assertThat(report.getMilliseconds()).isEqualTo(50);
    }

    @Test
    void an_aborted_submission_says_whether_the_project_may_have_changed() {
        report.begin(Stage.ARCHIVE);
        report.abort();
        assertThat(report.getReason()).isEqualTo("The build was aborted. Nothing was changed on the SAST server.");

        report.start();
        report.begin(Stage.UPLOAD);
        report.abort();
        assertThat(report.getReason())
                .isEqualTo("The build was aborted. The stage upload may have changed the project.");

        report.start();
        stage(Stage.UPLOAD, 1);
        report.begin(Stage.FORCE_SCAN);
        report.abort();
        assertThat(report.getReason())
                .isEqualTo("The build was aborted. The stage force scan may have changed the project."
                        + " Already done: upload.");
    }

    @Test
    void a_dry_run_reports_what_would_be_uploaded() {
        SubmissionReport dryRun = new SubmissionReport("1", "", "main", true, List.of());
        assertThat(dryRun.shown(false, true).getArchive()).isNull();
        dryRun.archive = new DryRunLog(new SubmissionLog(line -> {})).report();
        dryRun.succeed();
        assertThat(dryRun.getText().getOutcome()).isEqualTo("dry run: 0 files (0 B)");
        assertThat(dryRun.shown(false, true).isDryRun()).isTrue();
    }

    @Test
    void only_names_and_patterns_and_the_url_are_hidden_from_users_without_workspace_permission() {
        report.setProject("main", "https://sast.example/api", 42, "https://sast.example/42");
        stage(Stage.ARCHIVE, 3_000);
        report.archive = ArchiveReportTest.example();
        report.git = new GitReport("u", "b", "none", Map.of("url", "u"));
        report.end(State.FAILED, "No way.");

        SubmissionReport shown = report.shown(false, true);

        assertThat(shown.getUrl()).isEmpty();
        assertThat(shown.archive.getFolders()).isEmpty();
        assertThat(shown.archive.getUnmatchedPatterns()).isEmpty();
        assertThat(shown.archive.getLikelySecretNames()).isEmpty();
        assertThat(shown.archive.getWarnings()).hasSize(1).allMatch(warning -> warning.startsWith("Found 1 likely"));
        assertThat(shown.archive.getSkippedFiles())
                .extracting(SkippedGroup::getFileCount, SkippedGroup::getReason, group -> group.getNames())
                .containsExactly(tuple("1", "broken link", List.of()), tuple("2", "excluded files", List.of()));
        assertThat(shown)
                .usingRecursiveComparison()
                .ignoringFields(
                        "url",
                        "archive.folders",
                        "archive.skippedFiles",
                        "archive.unmatchedPatterns",
                        "archive.likelySecretNames")
                .isEqualTo(report);
    }

    @Test
    void stored_texts_have_one_line_and_a_maximum_length() {
        SubmissionReport wild = new SubmissionReport("1", "a\nb", "c\nd", false, List.of("x".repeat(9_999)));
        wild.end(State.FAILED, "e\nf" + "x".repeat(9_999));
        assertThat(wild.getPipelineStage() + wild.getServer() + wild.getReason())
                .doesNotContain("\n");
        assertThat(wild.getCommits().get(0)).hasSizeLessThan(1_100);
        assertThat(wild.getReason()).hasSizeLessThan(4_100);
    }

    @Test
    void a_git_url_of_the_maximum_length_is_stored_completely() {
        String url = "https://git.example/" + "a".repeat(1_980);
        assertThat(new GitReport(url, "b", "none", Map.of()).url).isEqualTo(url);
    }

    /** Does what XStream does after it has read all fields. */
    @SuppressWarnings("unchecked")
    private static <T> T loaded(T stored) throws Exception {
        Method method = stored.getClass().getDeclaredMethod("readResolve");
        method.setAccessible(true);
        return (T) method.invoke(stored);
    }

    private void stage(Stage stage, long milliseconds) {
        report.begin(stage);
        report.replaceOpen(open -> open.ended(State.DONE, milliseconds));
    }
}

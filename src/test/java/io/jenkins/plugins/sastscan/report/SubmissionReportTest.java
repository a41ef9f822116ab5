package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubmissionReportTest {
    private final SubmissionReport report = new SubmissionReport("id", "", "main", "42", false);
    private final ArchiveReport archive = new ArchiveReport(10, 1_000, 300, "aa", "bb");

    @Test
    void a_successful_submission_reports_its_stages_and_results() {
        stage("archive", 0, 3_000);
        report.setArchive(new ArchiveReport(15, 104_000_000, 21_300_000, "aa", "bb"));
        stage("upload", 1, 1_000);
        report.setUploaded();
        stage("gitSettings", 2, 500);
        report.setGit(new GitReport("u", "b", "none", Map.of("url", "u")));
        stage("forceScan", 3, 500);
        report.setScanForced();
        report.succeed();

        assertThat(report.getSummary())
                .isEqualTo(
                        "15 files (104.0 MB), archive 21.3 MB, uploaded, Git settings written, next scan forced, 5.0 s");
        assertThat(report.getState()).isEqualTo(State.DONE);
        assertThat(report.getStages())
                .extracting(report::offset, report::width, StageReport::getState)
                .containsExactly(
                        tuple("0.0%", "60.0%", State.DONE),
                        tuple("60.0%", "20.0%", State.DONE),
                        tuple("80.0%", "10.0%", State.DONE),
                        tuple("90.0%", "10.0%", State.DONE));

        report.markWaiting();
        report.lose();
        assertThat(report.getState()).isEqualTo(State.DONE);
        assertThat(report.getReason()).isEmpty();
    }

    @Test
    void a_failure_or_an_abort_ends_the_running_stage() {
        report.fail("No way.");
        assertThat(report.getSummary()).isEqualTo("failed");
        assertThat(report.getReason()).isEqualTo("No way.");

        stage("archive", 0, 10);
        report.fail("No way.");
        assertThat(report.getStanding()).isEqualTo("failed");

        report.begin(new StageReport("upload", "upload", 1));
        report.retry("status 503");
        report.retry("connection refused\n");
        report.fail("No way.");
        assertThat(report.getStages())
                .extracting(StageReport::getState, StageReport::getRetries)
                .containsExactly(tuple(State.DONE, 0), tuple(State.FAILED, 2));
        assertThat(report.getSummary()).startsWith("failed: upload, ");

        SubmissionReport aborted = new SubmissionReport("id", "", "main", "42", false);
        aborted.begin(new StageReport("upload", "upload", 1));
        aborted.abort();
        assertThat(aborted.getStanding()).isEqualTo("aborted: upload");
        assertThat(aborted.getReason()).isEqualTo("The build was aborted.");
    }

    @Test
    void a_submission_that_runs_again_after_a_restart_reports_only_its_second_run() {
        stage("archive", 1, 20);
        report.setArchive(archive);
        report.setUploaded();
        report.setGit(new GitReport("u", "b", "none", Map.of()));
        report.setScanForced();
        report.setBuildThatUploaded(7);
        report.setSupersededBy(8);
        report.begin(new StageReport("forceScan", "force scan", 4));
        report.markWaiting();
        assertThat(report.getStanding()).isEqualTo("waiting for the agent after a restart");
        assertThat(report.getStages()).last().extracting(StageReport::getState).isEqualTo(State.WAITING);

        report.start();

        assertThat(report)
                .usingRecursiveComparison()
                .ignoringFields("stages")
                .isEqualTo(new SubmissionReport("id", "", "main", "42", false));
        assertThat(report.getStages()).isEmpty();
        report.begin(new StageReport("access", "access check", 0));
        assertThat(report.getStanding()).isEqualTo("running: access check");
    }

    @Test
    void a_submission_is_reported_as_aborted_if_it_does_not_run_again_after_a_restart() {
        report.begin(new StageReport("upload", "upload", 1));
        report.lose();
        assertThat(report.getState()).isEqualTo(State.RUNNING);

        report.markWaiting();
        report.lose();
        assertThat(report.getStanding()).isEqualTo("aborted: upload");
        assertThat(report.getReason()).isEqualTo("Jenkins stopped during the submission.");
        assertThat(report.getStages()).extracting(StageReport::getState).containsExactly(State.ABORTED);
    }

    @Test
    void a_waiting_submission_is_shown_as_aborted_when_its_build_has_ended() {
        report.setServer("main", "https://sast.example/api");
        report.begin(new StageReport("upload", "upload", 1));
        assertThat(report.shown(true, false).getState()).isEqualTo(State.RUNNING);
        report.markWaiting();
        assertThat(report.shown(true, true).getState()).isEqualTo(State.WAITING);

        SubmissionReport shown = report.shown(true, false);

        assertThat(shown.getStanding()).isEqualTo("aborted: upload");
        assertThat(shown.getReason()).isEqualTo("Jenkins stopped during the submission.");
        assertThat(shown.getUrl()).isEqualTo("https://sast.example/api");
        assertThat(report.getState()).isEqualTo(State.WAITING);
        assertThat(report.getReason()).isEmpty();
        assertThat(report.getStages()).extracting(StageReport::getState).containsExactly(State.WAITING);
    }

    @Test
    void a_dry_run_reports_what_would_be_uploaded() {
        SubmissionReport dryRun = new SubmissionReport("id", "", "main", "42", true);
        assertThat(dryRun.shown(false, true).getArchive()).isNull();
        dryRun.setArchive(new ArchiveReport(2, 20, 0, "", ""));
        dryRun.succeed();
        assertThat(dryRun.getSummary()).isEqualTo("dry run: 2 files (20 B)");
        assertThat(dryRun.shown(false, true).isDryRun()).isTrue();
    }

    @Test
    void the_summary_shows_the_number_of_warnings() {
        archive.addWarning("Found 2 likely secrets.", false);
        report.setArchive(archive);
        report.succeed();
        assertThat(report.getSummary()).endsWith("archive 300 B, 1 warning");
        archive.addWarning("These patterns match nothing: exclude 'a'.", true);
        assertThat(report.getSummary()).endsWith("archive 300 B, 2 warnings");
    }

    @Test
    void only_names_and_patterns_and_the_url_are_hidden_from_users_without_workspace_permission() {
        report.setServer("main", "https://sast.example/api");
        stage("archive", 0, 3_000);
        archive.addFolder("folder", 1, 2);
        archive.addType("java", 3, 4);
        archive.addSkippedFiles("LINK_BROKEN", "broken links", 2, List.of("link", "other"));
        archive.setNamesInvalidOnWindows(5);
        archive.setLikelySecrets(2, List.of("secret/.env"));
        archive.addWarning("Found 2 likely secrets.", false);
        archive.addWarning("These patterns match nothing: exclude 'secret/**'.", true);
        archive.addUnmatchedPattern("exclude 'secret/**'");
        report.setArchive(archive);
        report.setUploaded();
        report.setGit(new GitReport("u", "b", "none", Map.of("url", "u")));
        report.setScanForced();
        report.fail("No way.");

        SubmissionReport shown = report.shown(false, true);

        assertThat(shown.getUrl()).isEmpty();
        assertThat(shown.getArchive().getFolders()).isEmpty();
        assertThat(shown.getArchive().getUnmatchedPatterns()).isEmpty();
        assertThat(shown.getArchive().getLikelySecretNames()).isEmpty();
        assertThat(shown.getArchive().getWarnings()).containsExactly("Found 2 likely secrets.");
        assertThat(shown.getArchive().getSkippedFiles())
                .extracting(
                        SkippedFilesReport::getFileCount, SkippedFilesReport::getReason, SkippedFilesReport::getNames)
                .containsExactly(tuple("2", "broken links", List.of()));
        assertThat(shown)
                .usingRecursiveComparison()
                .ignoringFields(
                        "url",
                        "archive.folders",
                        "archive.skippedFiles",
                        "archive.unmatchedPatterns",
                        "archive.likelySecretNames",
                        "archive.warnings",
                        "archive.warningsWithNames")
                .isEqualTo(report);
    }

    @Test
    void stored_texts_have_one_line_and_a_maximum_length() {
        SubmissionReport wild = new SubmissionReport("id", "a\nb", "c\nd", "x".repeat(9_999), false);
        wild.fail("e\nf" + "x".repeat(9_999));
        assertThat(wild.getPipelineStage() + wild.getServer() + wild.getReason())
                .doesNotContain("\n");
        assertThat(wild.getProjectId()).hasSizeLessThan(1_100);
        assertThat(wild.getReason()).hasSizeLessThan(4_100);
    }

    private void stage(String name, int order, long milliseconds) {
        report.begin(new StageReport(name, name, order));
        report.endStage(Duration.ofMillis(milliseconds));
    }

    @Test
    void a_git_url_of_the_maximum_length_is_stored_completely() {
        String url = "https://git.example/" + "a".repeat(1_980);
        GitReport git = new GitReport(url, "b", "none", Map.of("url", url));
        assertThat(git.getUrl()).isEqualTo(url);
        assertThat(git.readBack()).containsEntry("url", url);
    }
}

package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.util.List;
import java.util.Map;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class SubmissionPageJenkinsTest {
    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void the_page_of_a_successful_build_shows_the_submission() throws Exception {
        var server = sast.server("main");
        server.setRetries(2);
        sast.configure(server);
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(503));
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder("main", "42"),
                Map.of(
                        "git", SastJenkins.git("https://git.example/a.git", "main", ""),
                        "source", Map.of("includes", "**, missing/**")));
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(sast.freestyle(
                Map.of("src/Main.java", "class Main {}", "README", "read me", "node_modules/a.js", "a"), step));

        assertThat(line(build))
                .isEqualTo("Project 42, server main: uploaded 2 files (20 B), Git settings written, next scan forced,"
                        + " 1 warning");
        HtmlPage page = page(build);
        assertThat(page.asNormalizedText())
                .contains("access check", "archive", "upload", "Git settings", "force scan")
                .contains(sast.project().lastUpload().orElseThrow().sha256())
                .contains("src", "(not in a folder)", "java", "(no extension)")
                .contains("1 excluded director")
                .contains("https://git.example/a.git", "refs/heads/main", "without authentication")
                .contains("next scan forced");
        assertThat(page.querySelectorAll(".sast-bar rect")).hasSize(5);
        assertThat(page.<DomElement>querySelector(".sast-charts tbody tr").asNormalizedText())
                .matches("src\\s+1\\s+13 B\\s+65.0%\\s*");
        assertThat(page.<DomElement>querySelector(".sast-share rect").getAttribute("width"))
                .isEqualTo("65.0%");
        assertThat(page.<DomElement>querySelector(".sast-bar rect").getAttribute("width"))
                .matches("[0-9.]+%");
        assertThat(page.<DomElement>querySelector(".sast-bar rect title").getTextContent())
                .matches("access check: [0-9.]+ m?s");
        assertThat(page.<DomElement>querySelector(".jenkins-alert-warning").asNormalizedText())
                .contains("These patterns match nothing: include \"missing/**\".");
        assertThat(JenkinsRule.getLog(build)).containsPattern("  upload: status 503, retry 1 of 2 in [0-9]+ ms");
        assertThat(page.asNormalizedText()).contains("1 retry: status 503");

        String sha256 = sast.project().lastUpload().orElseThrow().sha256();
        assertThat(jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString())
                .contains(
                        "\"projectId\":42",
                        "\"state\":\"DONE\"",
                        "\"name\":\"upload\"",
                        "\"retries\":1",
                        "\"retryReason\":\"status 503\"")
                .contains(
                        "\"sha256\":\"" + sha256 + "\"", "\"name\":\"src\"", "\"branchReadBack\":\"refs/heads/main\"");
        assertThat(jenkins.getJSON(build.getUrl() + "api/json").getContentAsString())
                .contains("\"scanForced\":true", "\"archiveBytes\":");
    }

    @Test
    void a_build_links_to_the_project_page_of_the_sast_server() throws Exception {
        var server = sast.server("main");
        server.setProjectPage("https://sast.example/#/projects/{projectId}/");
        sast.configure(server);
        FreeStyleBuild build =
                jenkins.buildAndAssertSuccess(sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42")));

        String address = "https://sast.example/#/projects/42/";
        assertThat(JenkinsRule.getLog(build)).contains("Submitting to project 42 of SAST server main: " + address);
        for (HtmlPage page : List.of(page(build), Browsers.page(jenkins, "", build.getUrl()))) {
            assertThat(page.querySelectorAll("#main-panel a[href='" + address + "']"))
                    .hasSize(1);
        }
        assertThat(jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString())
                .contains("\"projectPage\":\"" + address + "\"");
    }

    @Test
    void the_page_shows_the_progress_of_a_running_upload() throws Exception {
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(sast.freestyle(Map.of()));
        SubmissionReport report = new SubmissionReport("id", "", "main", false, List.of());
        SubmissionRecorder recorder =
                new SubmissionRecorder(new SubmissionLog(line -> {}), report, text -> text, () -> {});
        SubmissionsAction.add(build, report);
        recorder.begin(Stage.UPLOAD);
        recorder.progressed("  upload: 10 MB of 40 MB (25 %), 5 MB/s");
        assertThat(page(build)
                        .<DomElement>querySelector(".sast-table .sast-plain")
                        .asNormalizedText())
                .isEqualTo("10 MB of 40 MB (25 %), 5 MB/s");
    }

    @Test
    void the_page_of_a_failed_build_shows_the_failed_stage_and_the_reason() throws Exception {
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        FreeStyleBuild build = jenkins.buildAndAssertStatus(
                Result.FAILURE, sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42")));

        assertThat(line(build)).contains("failed: upload", "400").doesNotContain("forced");
        HtmlPage page = page(build);
        assertThat(page.querySelectorAll(
                        ".sast-bar rect.sast-FAILED.sast-upload, .sast-key rect.sast-FAILED.sast-upload"))
                .hasSize(2);
        assertThat(page.<DomElement>querySelector(".jenkins-alert-danger").asNormalizedText())
                .doesNotContain("failed: upload")
                .contains("400");

        FreeStyleBuild early = jenkins.buildAndAssertStatus(
                Result.FAILURE, sast.freestyle(Map.of(), SastJenkins.builder("other", "42")));
        assertThat(line(early)).startsWith("No project ID: failed. ");
        assertThat(List.of(page(early), Browsers.page(jenkins, "", early.getUrl())))
                .extracting(HtmlPage::asNormalizedText)
                .allMatch(text -> text.contains("failed") && text.contains("There is no SAST server \"other\""));
    }

    @Test
    void the_page_shows_which_stage_is_running_or_was_aborted() throws Exception {
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), SastJenkins.builder("main", "42"));
        FreeStyleBuild build = sast.held(job, SimulatedOperation.UPLOAD, Fault.hang());

        assertThat(line(build)).contains("running: upload");
        assertThat(page(build).querySelectorAll(".sast-bar rect")).hasSize(3);

        build.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build));

        assertThat(line(build))
                .contains("aborted: upload", "The build was aborted. The stage upload may have changed the project.");
        assertThat(page(build).querySelectorAll(".sast-bar rect.sast-ABORTED.sast-upload"))
                .hasSize(1);
    }

    @Test
    void parallel_branches_are_named_in_the_log_and_on_the_page() throws Exception {
        sast.simulator().addProject(43);

        Run<?, ?> run = sast.build("node { deleteDir(); writeFile file: 'b', text: 'B'\n"
                + "def submit = { sastSubmit projectId: it, source: [excludes: 'none'] }\n"
                + "parallel one: { submit '42' }, two: { submit '43' } }");

        assertThat(page(run).querySelectorAll(".sast-submission h2"))
                .extracting(DomElement.class::cast)
                .extracting(DomElement::asNormalizedText)
                .containsExactlyInAnyOrder("one: Project 42, server main", "two: Project 43, server main");
        assertThat(Logs.ofSteps(run))
                .filteredOn(line -> line.startsWith("[one] "))
                .hasSizeGreaterThanOrEqualTo(6)
                .anyMatch(line -> line.endsWith("Submitting to project 42 of SAST server main"))
                .anyMatch(line -> line.contains("] Warning: These patterns match nothing: exclude \"none\"."));
    }

    @Test
    void a_dry_run_has_a_summary_and_a_page() throws Exception {
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder("main", "42"), Map.of("dryRun", true, "source", Map.of("excludes", "**/*.kez")));
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(
                sast.freestyle(Map.of("src/Main.java", "class Main {}", "node_modules/a.js", "a"), step));

        jenkins.assertLogContains("Dry run for project 42 of SAST server main: nothing is uploaded", build);
        assertThat(line(build)).isEqualTo("Project 42, server main: dry run: 1 file (13 B), 1 warning");
        assertThat(page(build).asNormalizedText())
                .contains("Files that would be uploaded", "13 B", "1 excluded directory", "exclude \"**/*.kez\"")
                .doesNotContain("SHA-256", "Size of the archive");
        assertThat(jenkins.getJSON(build.getUrl() + "sast-scan/api/json").getContentAsString())
                .contains("\"dryRun\":true", "\"state\":\"DONE\"");
    }

    private static String line(Run<?, ?> run) throws Exception {
        return Browsers.page(jenkins, "", run.getUrl())
                .<DomElement>querySelector("#main-panel .sast-line")
                .asNormalizedText();
    }

    private static HtmlPage page(Run<?, ?> run) throws Exception {
        return Browsers.page(jenkins, "", run.getUrl() + "sast-scan/");
    }
}

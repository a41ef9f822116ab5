package io.jenkins.plugins.sastscan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;
import org.openqa.selenium.By;

@WithBrowser
class SubmissionPagesBrowserJenkinsTest {
    private static final String SUBMISSION = ".sast-submission";
    private static final String TREND = ".sast-trends";

    private static JenkinsRule jenkins;
    private static SastJenkins sast;
    private static FreeStyleProject job;

    @AutoClose
    private static Browser browser;

    @BeforeAll
    static void build(JenkinsRule rule) throws Exception {
        sast.addCredentials(Servers.user("git-user", "git", "a password"));
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder(SastJenkins.SERVER, "42"),
                Map.of(
                        "git",
                        SastJenkins.git(
                                "https://git.example.org/team/an-application-with-a-long-name.git",
                                "main",
                                "git-user")));
        job = rule.createFreeStyleProject("app");
        for (int build = 1; build <= 4; build++) {
            job.getBuildersList().replaceBy(List.of(new WorkspaceFiles(files(build)), step));
            if (build == 3) {
                sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
            }
            rule.buildAndAssertStatus(build == 3 ? Result.FAILURE : Result.SUCCESS, job);
        }
        browser = Browser.start(rule);
    }

    private static Map<String, String> files(int build) {
        Map<String, String> files = new TreeMap<>();
        for (int i = 0; i < 3 + 2 * build; i++) {
            files.put(
                    "src/main/java/org/example/Class" + i + ".java",
                    "class Class" + i + " {}\n".repeat(20 * i + build));
            files.put("web/scripts/page" + i + ".js", "let page = " + i + ";\n".repeat(10 * i + build));
        }
        files.put("README.md", "# An application\n".repeat(build));
        files.put("a/folder/whose/name/is/so/long/that/it/does/not/fit/into/a/narrow/page/file.properties", "a=b\n");
        files.put("node_modules/left/out.js", "let left = 'out';");
        files.put("deployment/with/a/long/name/that/does/not/fit/into/a/narrow/page/id_rsa", "a key");
        return files;
    }

    @Test
    void the_build_page_has_a_link_to_the_submission_page() {
        browser.open(job.getUrl() + "4/");
        assertThat(browser.problemsInEachLook(".sast-line", "build")).isEmpty();
        browser.follow("a[href='sast-scan/#submission-1']");

        assertThat(browser.text(SUBMISSION)).contains("42", "an-application-with-a-long-name.git");
        browser.click(By.cssSelector(SUBMISSION + " .sast-skipped-files summary"));
        assertThat(browser.text(SUBMISSION + " .sast-skipped-files code")).contains("node_modules");
        assertThat(browser.text(SUBMISSION + " .sast-names")).contains("id_rsa");
        assertThat(browser.problemsInEachLook(SUBMISSION, "submission")).isEmpty();
        assertPageProblemsAreFound();
    }

    private static void assertPageProblemsAreFound() {
        browser.run("""
                const part = document.querySelector('.sast-submission');
                part.insertAdjacentHTML('beforeend', `
                    <div style="color: red" id="styled">styled</div>
                    <div id="wide">wide</div>
                    <input type="text" id="nameless">
                    <img src="/jenkins/no-such-image.png" alt="">`);
                part.querySelector('#wide').style.width = '2000px';
                const script = document.createElement('script');
                script.textContent = 'window.forbidden = true';
                part.append(script);
                console.error('a fault of a script');""");
        browser.await(
                "answer for the image",
                page -> browser.property(SUBMISSION + " img", "complete").equals("true"));

        assertThat(browser.problems(SUBMISSION, "faults"))
                .anyMatch(problem -> problem.startsWith("Broken image: ") && problem.contains("no-such-image.png"))
                .anyMatch(problem -> problem.startsWith("Beyond the edge") && problem.contains("id=\"wide\""))
                .anyMatch(problem -> problem.startsWith("Against the policy, report, style-src-attr"))
                .anyMatch(problem -> problem.startsWith("Against the policy, enforce, script-src-elem"))
                .anyMatch(problem -> problem.startsWith("Console: ") && problem.contains("a fault of a script"))
                .anyMatch(problem ->
                        problem.startsWith("Accessibility, critical, label") && problem.contains("nameless"));
    }

    @Test
    void administrators_see_and_forget_the_last_submission_to_a_project() {
        browser.open("manage/sast-submissions/");
        assertThat(browser.text(".sast-overview tbody")).contains("main", "42", "submitted");
        assertThat(browser.problemsInEachLook(".sast-overview", "overview")).isEmpty();

        browser.fill(".sast-filter input", "no such job");
        browser.follow(".sast-filter button");
        assertThat(browser.text(".sast-overview")).contains("No project matches the filter.");

        browser.open("manage/sast-submissions/");
        browser.click(By.cssSelector(".sast-overview .confirmation-link"));
        browser.awaitVisible(".jenkins-dialog [data-id='ok']");
        browser.follow(".jenkins-dialog [data-id='ok']");
        assertThat(browser.text(".sast-overview")).contains("No submissions yet.");
    }

    @Test
    void the_page_of_a_failed_submission_shows_the_failure() {
        browser.open(job.getUrl() + "3/sast-scan/");

        assertThat(browser.text(SUBMISSION + " .jenkins-alert-danger")).contains("400");
        // The table must fit into a narrow page even with long times and a long reason for a retry.
        browser.run("""
                document.querySelectorAll('.sast-bar + table td.sast-number').forEach(time => time.textContent = '12000.0 s');
                document.querySelector('.sast-bar + table tbody tr:last-child > td:nth-child(2)').textContent
                    = '12 retries: connection lost during the TLS handshake';""");
        assertThat(browser.problemsInEachLook(SUBMISSION, "submission-failed")).isEmpty();
    }

    @Test
    void pages_show_retried_and_waiting_and_superseded_submissions() throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setRetries(1);
        sast.configure(server);
        WorkflowJob turns = sast.pipeline("node { writeFile file: 'a', text: 'A'\nsastSubmit projectId: '42' }");
        HeldFault access = Fault.delay();
        HeldFault upload = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.READ_GIT, access);
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(503), upload);
        WorkflowRun older = turns.scheduleBuild2(0).waitForStart();
        access.awaitArrival();
        WorkflowRun later = turns.scheduleBuild2(0).waitForStart();
        upload.awaitArrival();
        access.release();
        jenkins.waitForMessage("Waiting for build #2 of this job", older);

        assertSubmissionPage(later, "submission-retried", "unning: upload", "1 retry: status 503");
        assertSubmissionPage(older, "submission-waiting", "aiting for build #2 of this job");
        upload.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(later));
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(older));
        assertSubmissionPage(older, "submission-superseded", "build #2 of this job has already submitted");

        browser.open(turns.getUrl());
        assertThat(browser.problemsInEachLook("[tooltip*='build #2 had already submitted']", "history"))
                .isEmpty();
    }

    private static void assertSubmissionPage(WorkflowRun run, String picture, String... texts) {
        browser.open(run.getUrl() + "sast-scan/");
        assertThat(browser.text(SUBMISSION)).contains(texts);
        assertThat(browser.problemsInEachLook(SUBMISSION, picture)).isEmpty();
    }

    @Test
    void the_job_page_shows_the_trend_as_charts_and_tables() {
        browser.open(job.getUrl());

        browser.awaitVisible(TREND + " figure[data-unit='bytes'] .sast-chart canvas");
        browser.awaitVisible(TREND + " figure[data-unit='seconds'] .sast-chart canvas");
        browser.click(By.cssSelector(TREND + " summary"));
        assertThat(browser.text(TREND + " table")).contains("#1", "#4");
        assertThat(browser.problemsInEachLook(TREND, "trend")).isEmpty();
    }

    @Test
    void the_redesigned_pages_show_submissions_and_the_trend() {
        List<String> flags = List.of("new-build-page.flag.defaultValue", "new-job-page.flag.defaultValue");
        flags.forEach(flag -> System.setProperty(flag, "true"));
        try {
            browser.open(job.getUrl() + "3/");
            assertThat(browser.text(".sast-line")).contains("Project 42", "failed: upload", "400", "1 warning");
            assertThat(browser.problemsInEachLook(".jenkins-card:has(.sast-line)", "new-build-page"))
                    .isEmpty();

            browser.open(job.getUrl());
            browser.follow(".app-build-tabs a[href$='/sast-trend']");
            browser.awaitVisible(TREND + " figure[data-unit='bytes'] .sast-chart canvas");
            assertThat(browser.problemsInEachLook(TREND, "new-job-page")).isEmpty();
        } finally {
            flags.forEach(System::clearProperty);
        }
    }
}

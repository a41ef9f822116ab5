package io.jenkins.plugins.sastscan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

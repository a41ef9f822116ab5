package io.jenkins.plugins.sastscan.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.cloudbees.hudson.plugins.folder.Folder;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.config.AccessRule;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.jvnet.hudson.test.JenkinsRule;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Fills in forms as users do, and looks at submission pages and the trend of a job. */
@EnabledIf(
        value = "io.jenkins.plugins.sastscan.browser.Browser#isInstalled",
        disabledReason = "no Chromium and chromedriver on the PATH")
@WithSast
class PagesBrowserJenkinsTest {
    private static JenkinsRule jenkins;
    private static SastJenkins sast;
    private static FreeStyleProject job;
    private static Browser browser;

    @BeforeAll
    static void build(JenkinsRule rule) throws Exception {
        sast.addCredentials(Servers.secretText("wrong-token", "another-token"));
        sast.addCredentials(Servers.user("git-user", "git", "a password"));
        SastScanBuilder step = SastJenkins.builder(SastJenkins.SERVER, "42");
        step.setGit(SastJenkins.git(
                "https://git.example.org/team/an-application-with-a-long-name.git", "main", "git-user"));
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

    @AfterAll
    static void quit() {
        if (browser != null) {
            browser.close();
        }
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
    void the_build_page_links_to_the_submission_page() {
        browser.open(job.getUrl() + "4/");
        browser.takeScreenshot("build");
        browser.follow("a[href='sast-scan/']");

        assertThat(browser.text(Browser.SUBMISSION)).contains("42", "an-application-with-a-long-name.git");
        browser.click(By.cssSelector(Browser.SUBMISSION + " .sast-skipped-files summary"));
        assertThat(browser.text(Browser.SUBMISSION + " .sast-skipped-files code"))
                .contains("node_modules");
        assertThat(browser.text(Browser.SUBMISSION + " .sast-names")).contains("id_rsa");
        assertThat(browser.problemsInEachLook(Browser.SUBMISSION, "submission")).isEmpty();
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
                page -> browser.property(Browser.SUBMISSION + " img", "complete")
                        .equals("true"));

        assertThat(browser.problems(Browser.SUBMISSION, "faults"))
                .anyMatch(problem -> problem.startsWith("Broken image: ") && problem.contains("no-such-image.png"))
                .anyMatch(problem -> problem.startsWith("Beyond the edge") && problem.contains("id=\"wide\""))
                .anyMatch(problem -> problem.startsWith("Against the policy, report, style-src-attr"))
                .anyMatch(problem -> problem.startsWith("Against the policy, enforce, script-src-elem"))
                .anyMatch(problem -> problem.startsWith("Console: ") && problem.contains("a fault of a script"))
                .anyMatch(problem ->
                        problem.startsWith("Accessibility, critical, label") && problem.contains("nameless"));
    }

    @Test
    void the_page_of_a_failed_submission_shows_the_failure() {
        browser.open(job.getUrl() + "3/sast-scan/");

        assertThat(browser.text(Browser.SUBMISSION + " .jenkins-alert-danger")).contains("400");
        // The table must fit into a narrow page even with long times and a long reason for a retry.
        browser.run("""
                document.querySelectorAll('td.sast-number:nth-child(3)').forEach(time => time.textContent = '12000.0 s');
                document.querySelector('.sast-bar + table tbody tr:last-child :nth-child(4)').textContent
                    = '12: connection lost during the TLS handshake';""");
        assertThat(browser.problemsInEachLook(Browser.SUBMISSION, "submission-failed"))
                .isEmpty();
    }

    @Test
    void pages_show_a_submission_that_is_retried_or_waiting_or_superseded() throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setRetries(1);
        sast.configure(server);
        WorkflowJob turns = sast.pipeline("node { writeFile file: 'a', text: 'A'\nsastScan projectId: '42' }");
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

        assertSubmissionPage(later, "submission-retried", "running: upload", "1: status 503");
        assertSubmissionPage(older, "submission-waiting", "waiting for build #2 of this job");
        upload.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(later));
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(older));
        assertSubmissionPage(older, "submission-superseded", "Build #2 of this job has already submitted");

        browser.open(turns.getUrl());
        assertThat(browser.problemsInEachLook("[tooltip*='build #2 had already submitted']", "history"))
                .isEmpty();
    }

    private static void assertSubmissionPage(WorkflowRun run, String picture, String... texts) {
        browser.open(run.getUrl() + "sast-scan/");
        assertThat(browser.text(Browser.SUBMISSION)).contains(texts);
        assertThat(browser.problemsInEachLook(Browser.SUBMISSION, picture)).isEmpty();
    }

    @Test
    void the_job_page_shows_the_trend_as_charts_and_tables() {
        browser.open(job.getUrl());

        browser.awaitVisible(Browser.TREND + " figure[data-unit='bytes'] .sast-chart canvas");
        browser.awaitVisible(Browser.TREND + " figure[data-unit='seconds'] .sast-chart canvas");
        browser.click(By.cssSelector(Browser.TREND + " summary"));
        assertThat(browser.text(Browser.TREND + " table")).contains("#1", "#4");
        assertThat(browser.problemsInEachLook(Browser.TREND, "trend")).isEmpty();
    }

    @Test
    void the_new_build_and_job_pages_show_submissions_in_a_card_and_the_trend_in_a_tab() {
        List<String> flags = List.of("new-build-page.flag.defaultValue", "new-job-page.flag.defaultValue");
        flags.forEach(flag -> System.setProperty(flag, "true"));
        try {
            browser.open(job.getUrl() + "3/");
            assertThat(browser.text(".sast-card")).contains("Project 42", "failed: upload", "400", "1 likely secret");
            // A script of core fails on this page once the build has ended.
            assertThat(browser.problemsInEachLook(".jenkins-card:has(.sast-card)", "new-build-page"))
                    .allMatch(problem -> problem.contains("lib/hudson/build-caption.js"));

            browser.open(job.getUrl());
            browser.follow(".app-build-tabs a[href$='/sast-trend']");
            browser.awaitVisible(Browser.TREND + " figure[data-unit='bytes'] .sast-chart canvas");
            assertThat(browser.problemsInEachLook(Browser.TREND, "new-job-page"))
                    .isEmpty();
        } finally {
            flags.forEach(System::clearProperty);
        }
    }

    @Test
    void a_server_is_configured_and_tested_and_an_access_rule_is_added_by_keyboard() throws Exception {
        sast.configure();
        jenkins.createProject(Folder.class, "team-a");
        browser.open("manage/configure");
        String block = Browser.SERVER_FORM + " ";

        browser.click(By.xpath("//button[contains(., 'Add SAST server')]"));
        browser.fill(block + "[name='_.name']", "by hand");
        browser.fill(block + "[name='_.url']", sast.simulator().baseUrl().toString());
        browser.click(By.xpath("//*[@name='servers']//button[contains(., 'Connection and upload')]"));
        browser.click(block + "[name='_.allowPlainHttp'] + label");
        test("The button \"Add\" does not select new ones.");
        browser.choose(block + "[name='_.credentialsId']", "wrong-token");
        test("The SAST server does not accept the access token.");
        browser.takeScreenshot("server-refused");
        browser.choose(block + "[name='_.credentialsId']", SastJenkins.TOKEN_ID);
        test("Connected. Edition: ");
        browser.takeScreenshot("server-connected");
        browser.follow("button[name='Submit']");
        browser.open("manage/configure");
        assertThat(browser.property(block + "[name='_.name']", "value")).isEqualTo("by hand");
        assertThat(browser.property(block + "[name='_.credentialsId']", "value"))
                .isEqualTo(SastJenkins.TOKEN_ID);

        browser.click(block + "input[value='WITH_RULE'] + label");
        browser.run("document.querySelector(\"" + block + "[name='_.url']\").focus()");
        browser.moveTo(By.xpath("//button[contains(., 'Add access rule')]"), Keys.TAB);
        browser.type(Keys.ENTER);
        String item = block + "[name='rules'] [name='_.item']";
        browser.awaitVisible(item);
        browser.moveTo(By.cssSelector(item), Keys.chord(Keys.SHIFT, Keys.TAB));
        browser.type("team");
        browser.await(
                "suggestion",
                page -> browser.visible(
                        By.xpath("//*[contains(@class, 'jenkins-dropdown__item')][contains(., 'team-a')]")));
        browser.type(Keys.ARROW_DOWN);
        browser.type(Keys.ENTER);
        // While suggestions are shown, the tab key selects one and does not leave the field.
        browser.moveTo(By.cssSelector(block + "[name='rules'] [name='_.projects']"), Keys.TAB);
        browser.type("42, 50-59");
        browser.moveTo(By.cssSelector(block + "[name='rules'] [name='_.defaultProject']"), Keys.TAB);
        browser.type("50");
        assertThat(browser.problemsInEachLook(Browser.SERVER_FORM, "server")).isEmpty();
        browser.follow("button[name='Submit']");

        SastServer server = SastConfiguration.get().getServers().get(0);
        assertThat(server)
                .extracting(SastServer::getName, SastServer::getUrl, SastServer::isAllowPlainHttp)
                .containsExactly("by hand", sast.simulator().baseUrl().toString(), true);
        assertThat(server.getAccess().getRules())
                .extracting(AccessRule::getItem, AccessRule::getProjects, AccessRule::getDefaultProject)
                .containsExactly(tuple("team-a", "42, 50-59", "50"));
    }

    private static void test(String answer) {
        browser.click(By.xpath("//*[@name='servers']//button[contains(., 'Test connection')]"));
        browser.await(
                "answer: " + answer,
                page -> browser.text(Browser.SERVER_FORM + " .jenkins-validate-button__container__status")
                        .contains(answer));
    }

    @Test
    void a_freestyle_job_is_configured_and_saved_and_built() throws Exception {
        String name = "by-hand";
        sast.configure(sast.server(SastJenkins.SERVER));
        var project = sast.simulator().addProject(43);
        browser.open("newJob");
        browser.fill("#name", name);
        browser.click(".hudson_model_FreeStyleProject");
        browser.follow("#ok-button");
        FreeStyleProject job = jenkins.jenkins.getItemByFullName(name, FreeStyleProject.class);
        String step = Browser.JOB_FORM + " ";

        browser.click(By.xpath("//button[contains(., 'Add build step')]"));
        browser.click(By.xpath("//*[contains(@class, 'jenkins-dropdown__item')][contains(., 'SAST: submit source')]"));
        browser.fill(step + "[name='_.projectId']", "43");
        browser.click(step + "[name='_.git'] + label");
        browser.fill(step + "[name='_.url']", "https://git.example.org/team/app.git");
        browser.fill(step + "[name='_.branch']", "main");
        browser.choose(step + "select[name='_.credentialsId']", "git-user");
        browser.follow("button[name='Submit']");

        browser.open(job.getUrl() + "configure");
        assertThat(browser.property(step + "[name='_.branch']", "value")).isEqualTo("main");
        assertThat(browser.problemsInEachLook(Browser.JOB_FORM, "build-step")).isEmpty();

        jenkins.jenkins.getWorkspaceFor(job).child("src/Main.java").write("class Main {}", "UTF-8");
        browser.open(job.getUrl());
        browser.click("a[href$='build?delay=0sec']");
        browser.await(
                "build",
                page -> job.getLastBuild() != null && !job.getLastBuild().isBuilding());
        browser.open(job.getUrl() + "1/console");
        browser.await(
                "end of the log", page -> browser.text("pre.console-output").contains("Finished: "));
        assertThat(browser.text("pre.console-output"))
                .contains("Submitting to project 43 of SAST server main", "Archived 1 file, ", "Finished: SUCCESS");
        browser.takeScreenshot("console");
        assertThat(project.git()).isPresent();
        assertThat(project.uploads()).isEqualTo(1);
    }
}

package io.jenkins.plugins.sastscan.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.cloudbees.hudson.plugins.folder.Folder;
import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.config.AccessRule;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

@WithBrowser
class FormsBrowserJenkinsTest {
    private static final String SERVER_FORM = ".repeated-chunk[name='servers']";
    private static final String JOB_FORM = "[descriptorid='io.jenkins.plugins.sastscan.step.SastSubmitBuilder']";

    private static JenkinsRule jenkins;
    private static SastJenkins sast;

    @AutoClose
    private static Browser browser;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        sast.addCredentials(Servers.secretText("wrong-token", "another-token"));
        sast.addCredentials(Servers.user("git-user", "git", "a password"));
        browser = Browser.start(rule);
    }

    @Test
    void administrators_can_add_a_server_and_an_access_rule() throws Exception {
        sast.configure();
        jenkins.createProject(Folder.class, "team-a");
        browser.open("manage/configure");
        String block = SERVER_FORM + " ";

        browser.click(By.xpath("//button[contains(., 'Add SAST server')]"));
        browser.fill(block + "[name='_.name']", "by hand");
        browser.fill(block + "[name='_.url']", sast.simulator().baseUrl().toString());
        browser.click(By.xpath("//*[@name='servers']//button[contains(., 'Connection and upload')]"));
        browser.click(block + "[name='_.allowPlainHttp'] + label");
        test("After \"Add\", select the new credentials.");
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

        browser.click(block + "summary");
        browser.click(block + "input[type='radio'][value='false'] + label");
        browser.run("document.querySelector(\"" + block + "input[type='radio'][value='false']\").focus()");
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
        // While suggestions are shown, the tab key selects a suggestion instead of leaving the field.
        browser.moveTo(By.cssSelector(block + "[name='rules'] [name='_.projects']"), Keys.TAB);
        browser.type("42, 50-59");
        browser.moveTo(By.cssSelector(block + "[name='rules'] [name='_.defaultProject']"), Keys.TAB);
        browser.type("50");
        assertThat(browser.problemsInEachLook(SERVER_FORM, "server")).isEmpty();
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
                page -> browser.text(SERVER_FORM + " .jenkins-validate-button__container__status")
                        .contains(answer));
    }

    @Test
    void job_authors_can_configure_and_save_and_build_a_freestyle_job() throws Exception {
        String name = "by-hand";
        sast.configure(sast.server(SastJenkins.SERVER));
        var project = sast.simulator().addProject(43);
        browser.open("newJob");
        browser.fill("#name", name);
        browser.click(".hudson_model_FreeStyleProject");
        browser.follow("#ok-button");
        FreeStyleProject job = jenkins.jenkins.getItemByFullName(name, FreeStyleProject.class);
        String step = JOB_FORM + " ";

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
        assertThat(browser.problemsInEachLook(JOB_FORM, "build-step")).isEmpty();

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

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Setting up a server and jobs in the forms, as people do. */
@EnabledIf(
        value = "io.jenkins.plugins.sastscan.browser.Browser#isInstalled",
        disabledReason = "no Chromium and chromedriver on the PATH")
@WithJenkins
class FormsBrowserJenkinsTest {
    private static JenkinsRule jenkins;
    private static Browser browser;

    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        jenkins = rule;
        browser = Browser.start(rule);
    }

    @AfterAll
    static void quit() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void server() throws Exception {
        sast = SastJenkins.start(jenkins);
        sast.addCredentials(Servers.secretText("wrong-token", "another-token"));
        sast.addCredentials(Servers.user("git-user", "git", "a password"));
    }

    @AfterEach
    void end() {
        sast.close();
    }

    @Test
    void a_server_is_set_up_tested_saved_and_found_again() {
        sast.configure();
        browser.open("manage/configure");
        String block = Part.SERVER_FORM.css + " ";

        browser.click(By.xpath("//button[contains(., 'Add SAST server')]"));
        browser.fill(block + "[name='_.name']", "by hand");
        browser.fill(block + "[name='_.url']", sast.simulator().baseUrl().toString());
        browser.click(By.xpath("//*[@name='servers']//button[contains(., 'Connection and upload')]"));
        browser.click(block + "[name='_.allowPlainHttp'] + label");
        browser.choose(block + "[name='_.credentialsId']", "wrong-token");
        test("The SAST server does not accept the access token.");
        browser.photograph("server-refused");
        browser.choose(block + "[name='_.credentialsId']", SastJenkins.TOKEN_ID);
        test("Connected. Edition: ");
        browser.photograph("server-connected");
        browser.follow("button[name='Submit']");

        assertThat(SastConfiguration.get().getServers())
                .extracting(SastServer::getName, SastServer::getUrl, SastServer::isAllowPlainHttp)
                .containsExactly(tuple("by hand", sast.simulator().baseUrl().toString(), true));
        browser.open("manage/configure");
        assertThat(browser.property(block + "[name='_.name']", "value")).isEqualTo("by hand");
        assertThat(browser.property(block + "[name='_.credentialsId']", "value"))
                .isEqualTo(SastJenkins.TOKEN_ID);
        assertThat(browser.problemsInEachLook(Part.SERVER_FORM, "server")).isEmpty();
    }

    @Test
    void an_access_rule_is_added_by_keyboard_alone() throws Exception {
        jenkins.createProject(Folder.class, "team-a");
        browser.open("manage/configure");

        browser.moveTo(By.xpath("//button[contains(., 'Add access rule')]"), Keys.TAB);
        browser.type(Keys.ENTER);
        By item = By.cssSelector(Part.SERVER_FORM.css + " [name='rules'] [name='_.item']");
        browser.see(item);
        browser.moveTo(item, Keys.chord(Keys.SHIFT, Keys.TAB));
        browser.type("team");
        browser.see(By.xpath("//*[contains(@class, 'jenkins-dropdown__item')][contains(., 'team-a')]"));
        browser.type(Keys.ARROW_DOWN);
        browser.type(Keys.ENTER);
        // While suggestions are shown, the tab key chooses one and does not leave the field.
        browser.moveTo(By.cssSelector(Part.SERVER_FORM.css + " [name='rules'] [name='_.projects']"), Keys.TAB);
        browser.type("42, 50-59");
        assertThat(browser.problemsInEachLook(Part.SERVER_FORM, "access-rule")).isEmpty();
        browser.moveTo(By.cssSelector("button[name='Submit']"), Keys.TAB);
        browser.leave(() -> browser.type(Keys.ENTER));

        assertThat(SastConfiguration.get().getServers().get(0).getAccess().getRules())
                .extracting(AccessRule::getItem, AccessRule::getProjects)
                .containsExactly(tuple("team-a", "42, 50-59"));
    }

    /** Clicks on "Test connection", and waits until the form says this. */
    private static void test(String answer) {
        browser.click(By.xpath("//*[@name='servers']//button[contains(., 'Test connection')]"));
        browser.await(
                "answer: " + answer,
                page -> browser.text(Part.SERVER_FORM.css + " .jenkins-validate-button__container__status")
                        .contains(answer));
    }

    @Test
    void a_freestyle_job_is_made_saved_found_again_and_built() throws Exception {
        String name = "by-hand";
        browser.open("newJob");
        browser.fill("#name", name);
        browser.click(".hudson_model_FreeStyleProject");
        browser.follow("#ok-button");
        FreeStyleProject job = jenkins.jenkins.getItemByFullName(name, FreeStyleProject.class);
        String step = Part.JOB_FORM.css + " ";

        browser.click(By.xpath("//button[contains(., 'Add build step')]"));
        browser.click(By.xpath("//*[contains(@class, 'jenkins-dropdown__item')][contains(., 'SAST: submit source')]"));
        browser.fill(step + "[name='_.projectId']", "42");
        browser.click(step + "[name='_.git'] + label");
        browser.fill(step + "[name='_.url']", "https://git.example.org/team/app.git");
        browser.fill(step + "[name='_.branch']", "main");
        browser.choose(step + "select[name='_.credentialsId']", "git-user");
        browser.follow("button[name='Submit']");

        browser.open(job.getUrl() + "configure");
        assertThat(browser.property(step + "[name='_.branch']", "value")).isEqualTo("main");
        assertThat(browser.problemsInEachLook(Part.JOB_FORM, "build-step")).isEmpty();

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
                .contains("Submitting to project 42 of SAST server main", "Archived 1 file, ", "Finished: SUCCESS");
        browser.photograph("console");
        assertThat(sast.project().git()).isPresent();
        assertThat(sast.project().uploads()).isEqualTo(1);
    }
}

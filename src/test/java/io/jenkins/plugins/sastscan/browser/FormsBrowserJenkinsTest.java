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
import io.jenkins.plugins.sastscan.step.GitSettings;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;
import org.openqa.selenium.By;

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
        browser.choose(block + "[name='_.credentialsId']", SastJenkins.TOKEN_ID);
        test("Connected. Edition: ");
        browser.follow("button[name='Submit']");
        browser.open("manage/configure");
        assertThat(browser.property(block + "[name='_.name']", "value")).isEqualTo("by hand");
        assertThat(browser.property(block + "[name='_.credentialsId']", "value"))
                .isEqualTo(SastJenkins.TOKEN_ID);

        browser.click(block + "summary");
        browser.click(block + "input[type='radio'][value='false'] + label");
        browser.click(By.xpath("//*[@name='servers']//button[contains(., 'Add access rule')]"));
        browser.fill(block + "[name='rules'] [name='_.item']", "team-a");
        browser.fill(block + "[name='rules'] [name='_.projects']", "42, 50-59");
        browser.fill(block + "[name='rules'] [name='_.defaultProject']", "50");
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
    void the_form_of_a_build_step_has_no_problems() throws Exception {
        sast.configure(sast.server(SastJenkins.SERVER));
        FreeStyleProject job = jenkins.createFreeStyleProject();
        GitSettings git = SastJenkins.git("https://git.example.org/team/app.git", "main", "git-user");
        job.getBuildersList().add(SastJenkins.with(SastJenkins.builder("main", "42"), Map.of("git", git)));

        browser.open(job.getUrl() + "configure");

        assertThat(browser.property(JOB_FORM + " [name='_.branch']", "value")).isEqualTo("main");
        assertThat(browser.problemsInEachLook(JOB_FORM, "build-step")).isEmpty();
    }
}

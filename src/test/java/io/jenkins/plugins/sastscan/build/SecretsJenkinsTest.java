package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.Queue;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.casc.ConfigurationAsCode;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.LogWatch;
import io.jenkins.plugins.sastscan.jenkins.Planted;
import io.jenkins.plugins.sastscan.jenkins.PlantedBuilds;
import io.jenkins.plugins.sastscan.jenkins.PlantedBuilds.Server;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.json.JSONObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Runs successful, failed and aborted builds with planted secrets and all loggers on. Afterwards, searches the
 * stored files and the pages for the secrets.
 */
@WithSast
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecretsJenkinsTest {
    private static final List<Run<?, ?>> BUILDS = new ArrayList<>();

    private static final String HTTPS = "https://git.example/a.git";
    private static final String SSH = "git@git.example:a.git";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private static SastJenkins sast;

    @AutoClose
    private static PlantedBuilds planted;

    private static Closeable log;

    @BeforeAll
    static void plant() throws Exception {
        planted = PlantedBuilds.start(jenkins, sast, directory);
        agent = planted.agent("agent", 2);
        log = LogWatch.here(directory.resolve("controller.log"));
    }

    @AfterEach
    void clearFaults() {
        sast.simulator().clearFaults();
    }

    @Order(1)
    @ParameterizedTest
    @EnumSource
    void builds_with_planted_secrets_succeed(Server server) throws Exception {
        planted.configure(server);
        int forwarded = planted.forwarded();
        boolean ssh = server == Server.OAUTH_PASSWORD;

        Run<?, ?> pipeline = jenkins.buildAndAssertSuccess(
                planted.pipeline(agent, ssh ? SSH : HTTPS, ssh ? "git-key" : "git-token"));
        assertThat(sast.project().git().orElseThrow().privateKey().isPresent()).isEqualTo(ssh);
        jenkins.buildAndAssertSuccess(planted.freestyle(agent, HTTPS, "git-user"));

        assertThat(Zips.received(sast.project())).containsOnlyKeys("a");
        assertThat(planted.forwarded() > forwarded)
                .as("the proxy was used")
                .isEqualTo(server == Server.TOKEN_FROM_CONTROLLER);
        if (ssh) {
            BUILDS.add(pipeline);
        }
    }

    @Order(2)
    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"UPLOAD", "WRITE_GIT", "WRITE_GIT_SSH", "TOKEN"})
    void failed_builds_mask_the_secrets_that_the_server_echoes(SimulatedOperation operation) throws Exception {
        planted.configure(operation == SimulatedOperation.TOKEN ? Server.OAUTH_PASSWORD : Server.TOKEN);
        boolean ssh = operation == SimulatedOperation.WRITE_GIT_SSH;
        String url = ssh ? SSH : HTTPS;
        String credentialsId = ssh ? "git-key" : "git-user";
        String echo = PlantedBuilds.echo(operation);
        String json = JSONObject.fromObject(Map.of("message", echo)).toString();
        String title = echo.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        String html = "<html><title>" + title + "</title></html>";

        sast.simulator().always(operation, Fault.answer(400).withJson(json));
        Run<?, ?> pipeline = jenkins.buildAndAssertStatus(Result.FAILURE, planted.pipeline(agent, url, credentialsId));
        sast.simulator().always(operation, Fault.answer(500).withBody("text/html", html));
        Run<?, ?> freestyle =
                jenkins.buildAndAssertStatus(Result.FAILURE, planted.freestyle(agent, url, credentialsId));

        for (Run<?, ?> run : List.of(pipeline, freestyle)) {
            assertThat(Planted.in(JenkinsRule.getLog(run))).isEmpty();
            assertThat(JenkinsRule.getLog(run)).contains("echo of ").contains("****");
        }
        if (operation == SimulatedOperation.WRITE_GIT) {
            BUILDS.add(freestyle);
        }
    }

    @Order(3)
    @Test
    void aborted_builds_log_no_secret() throws Exception {
        planted.configure(Server.OAUTH_CLIENT);
        for (Queue.Task job :
                List.of(planted.freestyle(agent, HTTPS, "git-user"), planted.pipeline(agent, HTTPS, "git-token"))) {
            var hang = Fault.hang();
            sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);
            Run<?, ?> build = (Run<?, ?>) jenkins.jenkins
                    .getQueue()
                    .schedule2(job, 0)
                    .getItem()
                    .getFuture()
                    .getStartCondition()
                    .get();
            hang.awaitArrival();
            build.getExecutor().interrupt();
            jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build));
            assertThat(Planted.in(JenkinsRule.getLog(build))).isEmpty();
            BUILDS.add(build);
        }
    }

    /** The agent receives Git credentials, and the proxy settings of Jenkins, only for the check of a Git remote. */
    @Order(3)
    @Test
    void an_agent_stores_no_secret_and_receives_only_the_secrets_that_its_builds_need() throws Exception {
        DumbSlave other = planted.agent("other", 1);

        planted.configure(Server.TOKEN_FROM_CONTROLLER);
        jenkins.buildAndAssertSuccess(planted.freestyle(other, HTTPS, "git-user"));
        planted.assertSent("other");

        planted.configure(Server.TOKEN);
        String refused = Simulator.refusedUrl().getAuthority() + "/a.git";
        for (FreeStyleProject checks : List.of(
                planted.freestyle(other, "http://" + refused, "git-user"),
                planted.freestyle(other, "ssh://git@" + refused, "git-key"))) {
            checks.getBuildersList().get(SastSubmitBuilder.class).git.checkRemote = true;
            assertThat(JenkinsRule.getLog(jenkins.buildAndAssertStatus(Result.FAILURE, checks)))
                    .contains("cannot be read with these credentials");
        }
        assertThat(planted.sent("other")).containsExactlyInAnyOrder("proxy password", "password", "private key");
        planted.assertNothingKept("other");
    }

    @Order(5)
    @Test
    void no_logger_logs_a_secret() throws Exception {
        log.close();
        assertThat(Files.size(directory.resolve("controller.log"))).isGreaterThan(1_000_000);
        assertThat(Planted.in(Files.readAllBytes(directory.resolve("controller.log"))))
                .isEmpty();
        assertThat(Files.size(directory.resolve("agent/all.log"))).isGreaterThan(1_000);
    }

    @Order(4)
    @Test
    void controller_files_contain_no_secret() throws Exception {
        Path home = jenkins.jenkins.getRootDir().toPath();

        assertThat(Files.readString(home.resolve("credentials.xml"))).contains("planted-token", "git-key");
        assertThat(Planted.below(home)).isEmpty();
    }

    @Order(4)
    @Test
    void an_uploading_agent_receives_only_the_access_token_and_stores_no_secret() throws Exception {
        planted.assertSent("agent", "access token", "issued token");
        assertThat(directory.resolve("agent/root")).isDirectoryRecursivelyContaining("glob:**/a");
        planted.assertNothingKept("agent");
        assertThat(Planted.in(Zips.received(sast.project()).toString())).isEmpty();
    }

    @Order(6)
    @Test
    void the_exported_configuration_contains_no_secret() throws Exception {
        ByteArrayOutputStream yaml = new ByteArrayOutputStream();
        ConfigurationAsCode.get().export(yaml);

        assertThat(yaml.toString(StandardCharsets.UTF_8)).contains("planted-token", "allowPlainHttp");
        assertThat(Planted.in(yaml.toByteArray())).isEmpty();
    }

    @Order(6)
    @ParameterizedTest
    @CsvSource({
        "BUILD, sast-scan/",
        "BUILDconsole, Submitting to project 42",
        "BUILDapi/json?depth=4, SubmissionsAction",
        "BUILDsast-scan/, sast-submission",
        "BUILDsast-scan/api/json?depth=4, '\"stages\":'",
        "BUILDsast-scan/api/xml?depth=4, <scanForced>",
        "JOB, sast-trend",
        "JOBconfigure, credentialsId",
        "JOBconfig.xml, credentialsId",
        "manage/configure, SAST servers",
        "pipeline-syntax/, sastSubmit",
        "api/json?depth=4, SubmissionsAction",
        "api/xml?depth=4, SubmissionsAction"
    })
    void pages_contain_no_secret(String page, String shown) throws Exception {
        assertThat(BUILDS).hasSize(4);
        for (Run<?, ?> build : page.matches("(BUILD|JOB).*") ? BUILDS : BUILDS.subList(0, 1)) {
            String path = page.replace("BUILD", build.getUrl())
                    .replace("JOB", build.getParent().getUrl());
            var answer = Browsers.get(jenkins, "", path);
            assertThat(answer.getStatusCode()).as(path).isEqualTo(200);
            byte[] content = answer.getContentAsStream().readAllBytes();
            assertThat(new String(content, StandardCharsets.UTF_8)).as(path).contains(shown);
            assertThat(Planted.in(content)).as(path).isEmpty();
        }
    }
}

package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.Queue;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.casc.ConfigurationAsCode;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.LogWatch;
import io.jenkins.plugins.sastscan.jenkins.Planted;
import io.jenkins.plugins.sastscan.jenkins.PlantedJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.service.Echoed;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.sf.json.JSONObject;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
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
 * Plants secrets, has builds of every kind run with them, good, failed and aborted, with all loggers on, and then looks
 * everywhere. The runs come first, then the search through what they have left, and the pages last.
 */
@WithSast
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecretsJenkinsTest {
    private static final Planted PLANTED =
            Planted.all().and("proxy password", PlantedJenkins.PROXY_PASSWORD).and("issued token", "issued-token-");

    /** What pages are looked at for. */
    private static final List<Run<?, ?>> BUILDS = new ArrayList<>();

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private static PlantedJenkins planted;
    private static LogWatch watch;

    @BeforeAll
    static void plant(JenkinsRule rule) throws Exception {
        planted = PlantedJenkins.start(rule);
        agent = OwnAgent.start(directory.resolve("agent"), 2);
        LogWatch.start(agent.getChannel(), directory.resolve("agent/all.log"));
        watch = LogWatch.start(PLANTED);
    }

    @AfterAll
    static void end() throws Exception {
        watch.close();
        planted.close();
    }

    @AfterEach
    void all_is_well_again() {
        planted.sast().simulator().clearFaults();
    }

    @Order(1)
    @ParameterizedTest
    @EnumSource
    void good_runs(PlantedJenkins.Server server) throws Exception {
        planted.configure(server);
        int forwarded = planted.proxy().forwarded().size();

        Run<?, ?> freestyle =
                jenkins.buildAndAssertSuccess(planted.job(agent, PlantedJenkins.HTTPS, "git-user", false));
        planted.sast().build(PlantedJenkins.script(agent, PlantedJenkins.HTTPS, "git-token"));
        Run<?, ?> pipeline =
                planted.sast().build(PlantedJenkins.script(jenkins.jenkins, PlantedJenkins.SSH, "git-key"));
        jenkins.buildAndAssertSuccess(planted.job(agent, PlantedJenkins.HTTPS, "git-user", true));

        assertThat(Zips.received(planted.sast().project())).containsOnlyKeys("a");
        assertThat(planted.sast().project().git().orElseThrow().privateKey()).isPresent();
        assertThat(planted.proxy().forwarded().size() > forwarded)
                .as("the proxy was used")
                .isEqualTo(server == PlantedJenkins.Server.TOKEN_FROM_CONTROLLER);
        if (server == PlantedJenkins.Server.OAUTH_PASSWORD) {
            BUILDS.addAll(List.of(freestyle, pipeline));
        }
    }

    @Order(2)
    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"READ_GIT", "UPLOAD", "WRITE_GIT", "WRITE_GIT_SSH", "FORCE_SCAN", "TOKEN"})
    void failed_runs_with_a_server_that_echoes_the_secrets(SimulatedOperation operation) throws Exception {
        planted.configure(
                operation == SimulatedOperation.TOKEN
                        ? PlantedJenkins.Server.OAUTH_PASSWORD
                        : PlantedJenkins.Server.TOKEN);
        boolean ssh = operation == SimulatedOperation.WRITE_GIT_SSH;
        String url = ssh ? PlantedJenkins.SSH : PlantedJenkins.HTTPS;
        String credentialsId = ssh ? "git-key" : operation == SimulatedOperation.FORCE_SCAN ? "git-token" : "git-user";
        String echo = echo(operation);

        planted.sast()
                .simulator()
                .always(
                        operation,
                        Fault.answer(400)
                                .withJson(JSONObject.fromObject(Map.of("message", echo))
                                        .toString()));
        Run<?, ?> pipeline = jenkins.buildAndAssertStatus(
                Result.FAILURE, planted.sast().pipeline(PlantedJenkins.script(agent, url, credentialsId)));

        String markup = echo.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        planted.sast()
                .simulator()
                .always(
                        operation,
                        Fault.answer(500).withBody("text/html", "<html><title>" + markup + "</title></html>"));
        Run<?, ?> freestyle =
                jenkins.buildAndAssertStatus(Result.FAILURE, planted.job(agent, url, credentialsId, false));

        for (Run<?, ?> run : List.of(pipeline, freestyle)) {
            assertThat(PLANTED.in(JenkinsRule.getLog(run))).isEmpty();
            assertThat(JenkinsRule.getLog(run)).contains("echo of ").contains("****");
        }
        if (operation == SimulatedOperation.WRITE_GIT) {
            BUILDS.addAll(List.of(pipeline, freestyle));
        }
    }

    /** All that the client sends with an operation, in every form. */
    private static String echo(SimulatedOperation operation) {
        List<String> sent =
                switch (operation) {
                    case TOKEN -> List.of(Planted.CLIENT_SECRET, Planted.PASSWORD);
                    case WRITE_GIT -> List.of(Planted.ACCESS_TOKEN, Planted.PASSWORD);
                    case WRITE_GIT_SSH -> List.of(Planted.ACCESS_TOKEN, Planted.KEY);
                    default -> List.of(Planted.ACCESS_TOKEN);
                };
        return "echo of "
                + sent.stream().flatMap(secret -> Echoed.forms(secret).stream()).collect(Collectors.joining(" | "));
    }

    @Order(3)
    @Test
    void aborted_runs() throws Exception {
        planted.configure(PlantedJenkins.Server.OAUTH_CLIENT);
        abort(planted.job(agent, PlantedJenkins.HTTPS, "git-user", false));
        abort(planted.sast().pipeline(PlantedJenkins.script(agent, PlantedJenkins.HTTPS, "git-token")));
    }

    private static void abort(Queue.Task job) throws Exception {
        HeldFault hang = Fault.hang();
        planted.sast().simulator().schedule(SimulatedOperation.UPLOAD, hang);
        Run<?, ?> build = (Run<?, ?>) jenkins.jenkins
                .getQueue()
                .schedule2(job, 0)
                .getItem()
                .getFuture()
                .getStartCondition()
                .get();
        hang.awaitArrival();
        assertThat(Agents.uploads(agent.getChannel())).isTrue();
        build.getExecutor().interrupt();
        BUILDS.add(jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build)));

        assertThat(PLANTED.in(JenkinsRule.getLog(build))).isEmpty();
    }

    /** The one thing that sends Git credentials to an agent: git itself has to log in there, by Jenkins's proxy. */
    @Order(3)
    @ParameterizedTest
    @CsvSource({"git-user, http://, password", "git-key, ssh://git@, private key"})
    void a_check_of_the_remote_sends_what_git_needs_and_leaves_nothing_behind(
            String credentialsId, String begin, String secret) throws Exception {
        planted.configure(PlantedJenkins.Server.TOKEN);
        Path place = directory.resolve("checks-" + credentialsId);
        DumbSlave other = OwnAgent.start(place, 1);
        LogWatch.start(other.getChannel(), place.resolve("all.log"));
        FreeStyleProject job =
                planted.job(agent, begin + Simulator.refusedUrl().getAuthority() + "/a.git", credentialsId, false);
        job.setAssignedNode(other);
        job.getBuildersList().get(SastScanBuilder.class).getGit().setCheckRemote(true);

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(JenkinsRule.getLog(run)).contains("cannot be read with these credentials");
        assertThat(PLANTED.below(place.resolve("root"))).isEmpty();
        assertThat(PLANTED.below(place.resolve("tmp"))).isEmpty();
        assertThat(PLANTED.in(Files.readAllBytes(place.resolve("all.log")))).isEmpty();
        assertThat(PLANTED.in(Files.readAllBytes(OwnAgent.received(place))))
                .containsExactlyInAnyOrder(secret, "proxy password");
    }

    /** Git is handed Jenkins's proxy whatever it is asked for, here what is checked out in a workspace. */
    @Order(3)
    @Test
    void git_that_is_asked_for_the_branch_is_sent_the_proxy_and_no_other_secret() throws Exception {
        planted.configure(PlantedJenkins.Server.TOKEN);
        DumbSlave other = OwnAgent.start(directory.resolve("asks"), 1);
        FreeStyleProject job = planted.job(agent, PlantedJenkins.HTTPS, "git-user", false);
        job.setAssignedNode(other);
        job.getBuildersList().get(SastScanBuilder.class).getGit().setBranch(null);

        assertThat(JenkinsRule.getLog(jenkins.buildAndAssertStatus(Result.FAILURE, job)))
                .contains("Set the branch");

        assertThat(PLANTED.in(Files.readAllBytes(OwnAgent.received(directory.resolve("asks")))))
                .containsExactly("proxy password");
    }

    @Order(5)
    @Test
    void no_secret_is_in_what_any_logger_said() throws Exception {
        assertThat(watch.hits()).isEmpty();
        assertThat(watch.records()).isGreaterThan(10_000);
        assertThat(Files.size(directory.resolve("agent/all.log"))).isGreaterThan(1_000);
        watch.close();
    }

    @Order(4)
    @Test
    void no_secret_is_in_the_files_of_the_controller() throws Exception {
        Path home = jenkins.jenkins.getRootDir().toPath();

        assertThat(Files.readString(home.resolve("credentials.xml"))).contains("planted-token", "git-key");
        assertThat(PLANTED.below(home)).isEmpty();
    }

    @Order(4)
    @Test
    void no_secret_is_in_the_files_of_the_agent_or_in_the_archive_sent() throws Exception {
        assertThat(directory.resolve("agent/root")).isDirectoryRecursivelyContaining("glob:**/a");
        assertThat(PLANTED.below(directory.resolve("agent/root"))).isEmpty();
        assertThat(PLANTED.below(directory.resolve("agent/tmp"))).isEmpty();
        assertThat(PLANTED.in(Files.readAllBytes(directory.resolve("agent/all.log"))))
                .isEmpty();
        assertThat(PLANTED.in(Zips.received(planted.sast().project()).toString()))
                .isEmpty();
    }

    @Order(4)
    @Test
    void an_agent_is_sent_the_access_token_and_no_other_secret() throws Exception {
        assertSent("agent", "access token", "issued token");
    }

    @Order(5)
    @Test
    void an_agent_is_not_even_sent_the_access_token_if_the_controller_uploads() throws Exception {
        planted.configure(PlantedJenkins.Server.TOKEN_FROM_CONTROLLER);
        DumbSlave other = OwnAgent.start(directory.resolve("other"), 1);
        FreeStyleProject job = planted.job(agent, PlantedJenkins.HTTPS, "git-user", false);
        job.setAssignedNode(other);

        jenkins.buildAndAssertSuccess(job);

        assertSent("other");
    }

    /** What an agent was sent has the names of its own classes and values, and just these secrets. */
    private static void assertSent(String place, String... secrets) throws Exception {
        byte[] received = Files.readAllBytes(OwnAgent.received(directory.resolve(place)));

        assertThat(new String(received, StandardCharsets.ISO_8859_1))
                .contains("ArchiveCallable")
                .doesNotContain(PlantedJenkins.PROXY_USER);
        assertThat(PLANTED.in(received)).containsExactlyInAnyOrder(secrets);
    }

    @Order(6)
    @Test
    void no_secret_is_in_the_exported_configuration() throws Exception {
        ByteArrayOutputStream yaml = new ByteArrayOutputStream();
        ConfigurationAsCode.get().export(yaml);

        assertThat(yaml.toString(StandardCharsets.UTF_8)).contains("planted-token", "uploadFrom");
        assertThat(PLANTED.in(yaml.toByteArray())).isEmpty();
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
        "pipeline-syntax/, sastScan",
        "api/json?depth=4, SubmissionsAction",
        "api/xml?depth=4, SubmissionsAction"
    })
    void no_secret_is_on_a_page(String page, String shown) throws Exception {
        for (Run<?, ?> build : page.matches("(BUILD|JOB).*") ? BUILDS : BUILDS.subList(0, 1)) {
            look(
                    page.replace("BUILD", build.getUrl())
                            .replace("JOB", build.getParent().getUrl()),
                    shown);
        }
    }

    private static void look(String path, String shown) throws Exception {
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            client.setJavaScriptEnabled(false);
            WebResponse answer = client.loadWebResponse(
                    new WebRequest(URI.create(client.getContextPath() + path).toURL()));
            assertThat(answer.getStatusCode()).as(path).isEqualTo(200);
            byte[] content = answer.getContentAsStream().readAllBytes();
            assertThat(new String(content, StandardCharsets.UTF_8)).as(path).contains(shown);
            assertThat(PLANTED.in(content)).as(path).isEmpty();
        }
    }
}

package io.jenkins.plugins.sastscan.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.remoting.VirtualChannel;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.casc.ConfigurationAsCode;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.LogWatch;
import io.jenkins.plugins.sastscan.jenkins.OwnAgent;
import io.jenkins.plugins.sastscan.jenkins.Planted;
import io.jenkins.plugins.sastscan.jenkins.PlantedJenkins;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Texts;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.service.Echoed;
import io.jenkins.plugins.sastscan.service.UploadTarget;
import io.jenkins.plugins.sastscan.simulator.AnswerFault;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import io.jenkins.plugins.sastscan.step.SastScanStep;
import java.io.ByteArrayOutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jenkins.security.MasterToSlaveCallable;
import net.sf.json.JSONObject;
import org.htmlunit.WebRequest;
import org.jenkinsci.plugins.workflow.cps.Snippetizer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

/**
 * Plants secrets, has builds of every kind run with them, good and failed, with all loggers on, and then looks
 * everywhere. The runs come first, the search through what they have left last.
 */
@WithJenkins
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecretsJenkinsTest {
    private static final Planted PLANTED = Planted.all();

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private static PlantedJenkins planted;
    private static SastJenkins sast;
    private static LogWatch watch;

    @BeforeAll
    static void plant(JenkinsRule rule) throws Exception {
        jenkins = rule;
        planted = PlantedJenkins.start(rule);
        sast = planted.sast();
        PLANTED.and("issued token", "issued-token-");
        agent = OwnAgent.start(rule, directory.resolve("agent"), 2);
        LogWatch.start(agent.getChannel(), directory.resolve("agent/all.log"));
        watch = LogWatch.start(PLANTED);
    }

    @AfterAll
    static void end() {
        watch.close();
        sast.close();
    }

    @AfterEach
    void all_is_well_again() {
        sast.simulator().clearFaults();
    }

    @Order(1)
    @ParameterizedTest
    @EnumSource
    void good_runs(PlantedJenkins.Server server) throws Exception {
        planted.configure(server);

        jenkins.buildAndAssertSuccess(planted.job(agent, PlantedJenkins.HTTPS, "git-user", false));
        sast.build(PlantedJenkins.script(agent, PlantedJenkins.HTTPS, "git-token"));
        sast.build(PlantedJenkins.script(agent, PlantedJenkins.SSH, "git-key"));
        jenkins.buildAndAssertSuccess(planted.job(agent, PlantedJenkins.HTTPS, "git-user", true));
        sast.build(
                PlantedJenkins.script(agent, PlantedJenkins.HTTPS, "git-user").replaceFirst("node\\('.*?'\\)", "node"));

        assertThat(Zips.received(sast.project())).containsOnlyKeys("a");
        assertThat(sast.project().git().orElseThrow().password()).contains(Planted.PASSWORD);
    }

    @Order(2)
    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"READ_GIT", "UPLOAD", "WRITE_GIT", "WRITE_GIT_SSH", "FORCE_SCAN", "TOKEN"})
    void failed_runs_with_a_server_that_echoes_the_secrets(SimulatedOperation operation) throws Exception {
        for (AnswerFault echo : echoes(operation)) {
            planted.configure(
                    operation == SimulatedOperation.TOKEN
                            ? PlantedJenkins.Server.OAUTH_PASSWORD
                            : PlantedJenkins.Server.TOKEN);
            sast.simulator().always(operation, echo);
            String script = operation == SimulatedOperation.WRITE_GIT_SSH
                    ? PlantedJenkins.script(agent, PlantedJenkins.SSH, "git-key")
                    : PlantedJenkins.script(
                            agent,
                            PlantedJenkins.HTTPS,
                            operation == SimulatedOperation.FORCE_SCAN ? "git-token" : "git-user");

            Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(script));

            assertThat(PLANTED.in(JenkinsRule.getLog(run))).isEmpty();
            assertThat(JenkinsRule.getLog(run)).contains("echo of ").contains("****");
        }
    }

    /** All that the client sends with an operation, sent back in every form and way. */
    private static List<AnswerFault> echoes(SimulatedOperation operation) {
        List<String> sent = new ArrayList<>();
        switch (operation) {
            case TOKEN -> sent.addAll(List.of(Planted.CLIENT_SECRET, Planted.PASSWORD));
            case WRITE_GIT -> sent.addAll(List.of(Planted.ACCESS_TOKEN, Planted.PASSWORD));
            case WRITE_GIT_SSH -> sent.addAll(List.of(Planted.ACCESS_TOKEN, Planted.KEY));
            default -> sent.add(Planted.ACCESS_TOKEN);
        }
        String text = "echo of "
                + String.join(
                        " | ",
                        sent.stream()
                                .flatMap(secret -> Echoed.forms(secret).stream())
                                .toList());
        String markup = text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        return List.of(
                Fault.answer(400)
                        .withJson(new JSONObject().element("message", text).toString()),
                Fault.answer(500).withBody("text/html", "<html><title>" + markup + "</title></html>"),
                Fault.answer(500).withBody("text/plain", text));
    }

    @Order(3)
    @Test
    void an_aborted_run_while_thread_names_are_looked_at() throws Exception {
        planted.configure(PlantedJenkins.Server.OAUTH_CLIENT);
        HeldFault hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, hang);

        var build = planted.job(agent, PlantedJenkins.HTTPS, "git-user", false)
                .scheduleBuild2(0)
                .waitForStart();
        hang.awaitArrival();
        assertThat(Agents.runs(agent.getChannel(), UploadTarget.class)).isTrue();
        List<String> threads = new ArrayList<>(threads(agent.getChannel()));
        threads.addAll(threads(FilePath.localChannel));
        build.doStop();
        jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build));

        assertThat(threads).hasSizeGreaterThan(10).noneMatch(name -> !PLANTED.in(name)
                .isEmpty());
        row("thread names, in an upload", threads.size());
    }

    private static List<String> threads(VirtualChannel channel) throws Exception {
        return channel.call(new ThreadNames());
    }

    private static final class ThreadNames extends MasterToSlaveCallable<ArrayList<String>, RuntimeException> {
        private static final long serialVersionUID = 1;

        @Override
        public ArrayList<String> call() {
            return new ArrayList<>(Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .toList());
        }
    }

    /** The one thing that sends Git credentials to an agent: git itself has to log in there. */
    @Order(3)
    @ParameterizedTest
    @ValueSource(strings = {"git-user", "git-key"})
    void a_check_of_the_remote_leaves_nothing_behind(String credentialsId) throws Exception {
        planted.configure(PlantedJenkins.Server.TOKEN);
        Path place = directory.resolve("checks-" + credentialsId);
        DumbSlave other = OwnAgent.start(jenkins, place, 1);
        LogWatch.start(other.getChannel(), place.resolve("all.log"));
        String nobody = Simulator.refusedUrl().getAuthority();
        FreeStyleProject job = planted.job(
                agent,
                credentialsId.equals("git-key") ? "ssh://git@" + nobody + "/a.git" : "http://" + nobody + "/a.git",
                credentialsId,
                false);
        job.setAssignedNode(other);
        job.getBuildersList().get(SastScanBuilder.class).getGit().setCheckRemote(true);

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);

        assertThat(JenkinsRule.getLog(run)).contains("cannot be read with these credentials");
        assertThat(PLANTED.below(place.resolve("root"))).isEmpty();
        assertThat(PLANTED.below(place.resolve("tmp"))).isEmpty();
        assertThat(PLANTED.in(Files.readAllBytes(place.resolve("all.log")))).isEmpty();
        row("agent after a check of the Git remote: files, log", 0);
    }

    @Order(4)
    @Test
    void no_object_of_a_run_shows_a_secret_as_text() throws Exception {
        for (PlantedJenkins.Server kind : PlantedJenkins.Server.values()) {
            planted.configure(kind);
            SastServer server = SastConfiguration.get().server(SastJenkins.SERVER);
            try (ServerConnection connection = ServerConnection.open(server, null)) {
                connection.tokens().current();
                Set<String> texts = Texts.of(List.of(server, connection, connection.service(), connection.tokens()));

                assertThat(texts).hasSizeGreaterThan(20).anyMatch(text -> text.contains("****"));
                assertThat(texts).noneMatch(text -> !PLANTED.in(text).isEmpty());
            }
        }
        row("toString of all that a connection consists of", 0);
    }

    @Order(4)
    @Test
    void no_secret_is_in_code_that_the_snippet_generator_makes() throws Exception {
        SastScanStep step = new SastScanStep("main", "42");
        GitSettings git = new GitSettings();
        git.setCredentialsId("git-token");
        step.setGit(git);

        assertThat(Snippetizer.object2Groovy(step)).contains("git-token");
        assertThat(PLANTED.in(Snippetizer.object2Groovy(step))).isEmpty();
        row("code of the Snippet Generator", 0);
    }

    @Order(4)
    @Test
    void no_secret_is_in_what_any_logger_said() throws Exception {
        assertThat(watch.hits()).isEmpty();
        assertThat(watch.records()).isGreaterThan(10_000);
        assertThat(Files.size(directory.resolve("agent/all.log"))).isGreaterThan(1_000);
        row("log records of all loggers at ALL", watch.records());
    }

    @Order(4)
    @Test
    void no_secret_is_in_the_files_of_the_controller() throws Exception {
        Path home = jenkins.jenkins.getRootDir().toPath();
        assertThat(PLANTED.below(home)).isEmpty();
        assertThat(Files.readString(home.resolve("credentials.xml"))).contains("planted-token", "git-key");
        row("JENKINS_HOME, build logs, build records", 0);
    }

    @Order(4)
    @Test
    void no_secret_is_in_the_files_of_the_agent_or_in_the_archive_sent() throws Exception {
        Path received = OwnAgent.received(directory.resolve("agent"));
        assertThat(PLANTED.below(directory.resolve("agent/root"))).isEmpty();
        assertThat(PLANTED.below(directory.resolve("agent/tmp"))).isEmpty();
        assertThat(PLANTED.in(Files.readAllBytes(directory.resolve("agent/all.log"))))
                .isEmpty();
        assertThat(PLANTED.in(Zips.received(sast.project()).toString())).isEmpty();
        assertThat(Files.size(received)).isPositive();
        row("agent: files, log, archive", 0);
    }

    @Order(4)
    @Test
    void an_agent_is_sent_the_access_token_and_no_other_secret() throws Exception {
        byte[] received = Files.readAllBytes(OwnAgent.received(directory.resolve("agent")));

        assertThat(PLANTED.in(received)).containsExactlyInAnyOrder("access token", "issued token");
        row("bytes that the controller sent to the agent: the access token alone", received.length);
    }

    @Order(5)
    @Test
    void an_agent_is_not_even_sent_the_access_token_if_the_controller_uploads() throws Exception {
        planted.configure(PlantedJenkins.Server.TOKEN_FROM_CONTROLLER);
        DumbSlave other = OwnAgent.start(jenkins, directory.resolve("other"), 1);
        FreeStyleProject job = planted.job(agent, PlantedJenkins.HTTPS, "git-user", false);
        job.setAssignedNode(other);

        jenkins.buildAndAssertSuccess(job);

        byte[] received = Files.readAllBytes(OwnAgent.received(directory.resolve("other")));
        assertThat(new String(received, StandardCharsets.ISO_8859_1)).contains("ArchiveCallable");
        assertThat(PLANTED.in(received)).isEmpty();
        row("bytes that the controller sent to an agent for which it uploads", received.length);
    }

    @Order(6)
    @Test
    void no_secret_is_in_the_exported_configuration() throws Exception {
        ByteArrayOutputStream yaml = new ByteArrayOutputStream();
        ConfigurationAsCode.get().export(yaml);

        assertThat(yaml.toString(StandardCharsets.UTF_8)).contains("planted-token", "uploadFrom");
        assertThat(PLANTED.in(yaml.toByteArray())).isEmpty();
        row("exported configuration as code", 0);
    }

    @Order(7)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "manage/configure",
                "JOB/configure",
                "JOB/config.xml",
                "JOB/api/json?depth=4",
                "JOB/lastBuild/api/json?depth=4",
                "JOB/lastBuild/console",
                "JOB/lastBuild/consoleText",
                "pipeline-syntax/",
                "api/json?depth=4",
                "api/xml?depth=4",
                "descriptorByName/io.jenkins.plugins.sastscan.config.OAuthAuthentication/help/clientSecretId",
                "descriptorByName/io.jenkins.plugins.sastscan.config.AccessTokenAuthentication/help/credentialsId",
                "descriptorByName/io.jenkins.plugins.sastscan.step.GitSettings/help/credentialsId"
            })
    void no_secret_is_on_a_page(String page) throws Exception {
        watch.close();
        planted.configure(PlantedJenkins.Server.OAUTH_PASSWORD);
        FreeStyleProject job = planted.job(agent, PlantedJenkins.HTTPS, "git-user", false);
        jenkins.buildAndAssertSuccess(job);
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            client.setJavaScriptEnabled(false);
            byte[] answer = client.loadWebResponse(
                            new WebRequest(new URL(client.getContextPath() + page.replace("JOB", job.getUrl()))))
                    .getContentAsStream()
                    .readAllBytes();

            assertThat(answer).isNotEmpty();
            assertThat(PLANTED.in(answer)).isEmpty();
        }
        row("page " + page, 0);
    }

    private static void row(String where, long looked) {
        Reliability.record(
                "Secrets",
                "planted secrets, plain, percent-encoded, base64",
                where,
                "none found",
                "none found",
                Duration.ZERO);
        assertThat(looked).isNotNegative();
    }
}

package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.ProxyConfiguration;
import hudson.model.FreeStyleProject;
import hudson.model.Node;
import hudson.model.Queue;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import hudson.tasks.Builder;
import hudson.tasks.Shell;
import io.jenkins.plugins.casc.ConfigurationAsCode;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.config.SastAuthentication;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.ForwardProxy;
import io.jenkins.plugins.sastscan.jenkins.LogWatch;
import io.jenkins.plugins.sastscan.jenkins.Planted;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.service.SecretForms;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.sf.json.JSONObject;
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
 * Runs successful, failed and aborted builds with planted secrets and all loggers on. Afterwards, searches for the
 * secrets in the stored files and on the pages.
 */
@WithSast
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecretsJenkinsTest {
    // Joined at run time, so that no class file contains a secret.
    private static final String PROXY_USER = String.join("-", "proxy", "us3r", "of", "jenkins");
    private static final String PROXY_PASSWORD = String.join("+/=%&\"<", "Pr\u00f6xy", "P4ss 5");

    private static final Planted PLANTED =
            Planted.all().and("proxy password", PROXY_PASSWORD).and("issued token", "issued-token-");

    private static final List<Run<?, ?>> BUILDS = new ArrayList<>();

    private static final String HTTPS = "https://git.example/a.git";
    private static final String SSH = "git@git.example:a.git";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private static SastJenkins sast;
    private static ForwardProxy proxy;
    private static LogWatch watch;

    @BeforeAll
    static void plant() throws Exception {
        proxy = ForwardProxy.start(PROXY_USER, PROXY_PASSWORD);
        sast.simulator().acceptToken(Planted.ACCESS_TOKEN);
        CredentialsScope system = CredentialsScope.SYSTEM;
        sast.addCredentials(Servers.secretText(system, "planted-token", Planted.ACCESS_TOKEN));
        sast.addCredentials(Servers.secretText(system, "client-secret", Planted.CLIENT_SECRET));
        sast.addCredentials(new UsernamePasswordCredentialsImpl(system, "user", "", "alice", Planted.PASSWORD));
        sast.addCredentials(Servers.user("git-user", "alice", Planted.PASSWORD));
        sast.addCredentials(Servers.secretText("git-token", Planted.GIT_TOKEN));
        sast.addCredentials(Servers.sshKey("git-key", Planted.KEY));
        Simulator.OAuthClient known = sast.simulator().oauthClient();
        sast.simulator()
                .oauthClient(new Simulator.OAuthClient(
                        known.clientId(), Planted.CLIENT_SECRET, "alice", Planted.PASSWORD, known.scope()));
        agent = OwnAgent.start(directory.resolve("agent"), 2);
        LogWatch.start(agent.getChannel(), directory.resolve("agent/all.log"));
        watch = LogWatch.start(PLANTED);
    }

    @AfterAll
    static void end() throws Exception {
        watch.close();
        jenkins.jenkins.setProxy(null);
        proxy.close();
    }

    @AfterEach
    void clearFaults() {
        sast.simulator().clearFaults();
    }

    /** How builds authenticate to the server, and which machine uploads. */
    enum Server {
        TOKEN,
        TOKEN_FROM_CONTROLLER,
        OAUTH_PASSWORD,
        OAUTH_CLIENT
    }

    /** The controller uploads through the proxy. For uploads from agents, the server is on the no-proxy list. */
    private static void configure(Server kind) throws IOException {
        SastAuthentication authentication = new AccessTokenAuthentication("planted-token");
        if (kind == Server.OAUTH_PASSWORD || kind == Server.OAUTH_CLIENT) {
            OAuthAuthentication oauth = new OAuthAuthentication(
                    sast.simulator().tokenUrl().toString(),
                    sast.simulator().oauthClient().clientId());
            oauth.setGrant(
                    kind == Server.OAUTH_CLIENT
                            ? OAuthAuthentication.Grant.CLIENT_CREDENTIALS
                            : OAuthAuthentication.Grant.PASSWORD);
            oauth.setClientSecretId("client-secret");
            oauth.setUserCredentialsId("user");
            authentication = oauth;
        }
        var server = sast.server(SastJenkins.SERVER, sast.simulator().baseUrl().toString(), authentication);
        boolean fromController = kind == Server.TOKEN_FROM_CONTROLLER;
        server.setUploadFrom(fromController ? UploadFrom.CONTROLLER : UploadFrom.AGENT);
        sast.configure(server);
        jenkins.jenkins.setProxy(new ProxyConfiguration(
                "127.0.0.1", proxy.port(), PROXY_USER, PROXY_PASSWORD, fromController ? "" : "127.0.0.1"));
    }

    private static FreeStyleProject job(Node node, String url, String credentialsId) throws Exception {
        SastScanBuilder step = SastJenkins.builder("main", "42");
        step.setGit(SastJenkins.git(url, "main", credentialsId));
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), step);
        job.setAssignedNode(node);
        return job;
    }

    private static String script(String url, String credentialsId) {
        return "node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'\n"
                + "def all = [sastScan(server: 'main', projectId: '42', git: [url: '" + url
                + "', branch: 'main', credentialsId: '" + credentialsId + "']), sastLicense('main'),"
                + " sastGitSettings(server: 'main', projectId: '42')]\n echo \"${all}\" }";
    }

    @Order(1)
    @ParameterizedTest
    @EnumSource
    void successful_builds_run_with_planted_secrets(Server server) throws Exception {
        configure(server);
        int forwarded = proxy.forwarded().size();
        boolean ssh = server == Server.OAUTH_PASSWORD;

        Run<?, ?> pipeline = sast.build(script(ssh ? SSH : HTTPS, ssh ? "git-key" : "git-token"));
        assertThat(sast.project().git().orElseThrow().privateKey().isPresent()).isEqualTo(ssh);
        jenkins.buildAndAssertSuccess(job(agent, HTTPS, "git-user"));

        assertThat(Zips.received(sast.project())).containsOnlyKeys("a");
        assertThat(proxy.forwarded().size() > forwarded)
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
    void failing_builds_mask_the_secrets_that_the_server_echoes(SimulatedOperation operation) throws Exception {
        configure(operation == SimulatedOperation.TOKEN ? Server.OAUTH_PASSWORD : Server.TOKEN);
        boolean ssh = operation == SimulatedOperation.WRITE_GIT_SSH;
        String url = ssh ? SSH : HTTPS;
        String credentialsId = ssh ? "git-key" : "git-user";
        String echo = echo(operation);
        String json = JSONObject.fromObject(Map.of("message", echo)).toString();
        String markup = echo.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");

        sast.simulator().always(operation, Fault.answer(400).withJson(json));
        Run<?, ?> pipeline = jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(script(url, credentialsId)));
        sast.simulator()
                .always(
                        operation,
                        Fault.answer(500).withBody("text/html", "<html><title>" + markup + "</title></html>"));
        Run<?, ?> freestyle = jenkins.buildAndAssertStatus(Result.FAILURE, job(agent, url, credentialsId));

        for (Run<?, ?> run : List.of(pipeline, freestyle)) {
            assertThat(PLANTED.in(JenkinsRule.getLog(run))).isEmpty();
            assertThat(JenkinsRule.getLog(run)).contains("echo of ").contains("****");
        }
        if (operation == SimulatedOperation.WRITE_GIT) {
            BUILDS.add(freestyle);
        }
    }

    /** All secrets that the client sends with an operation, in every form. */
    private static String echo(SimulatedOperation operation) {
        List<String> sent =
                switch (operation) {
                    case TOKEN -> List.of(Planted.CLIENT_SECRET, Planted.PASSWORD);
                    case WRITE_GIT -> List.of(Planted.ACCESS_TOKEN, Planted.PASSWORD);
                    case WRITE_GIT_SSH -> List.of(Planted.ACCESS_TOKEN, Planted.KEY);
                    default -> List.of(Planted.ACCESS_TOKEN);
                };
        return "echo of "
                + sent.stream()
                        .flatMap(secret -> SecretForms.forms(secret).stream())
                        .collect(Collectors.joining(" | "));
    }

    @Order(3)
    @Test
    void aborted_builds_log_no_secret() throws Exception {
        configure(Server.OAUTH_CLIENT);
        abort(job(agent, HTTPS, "git-user"));
        abort(sast.pipeline(script(HTTPS, "git-token")));
    }

    private static void abort(Queue.Task job) throws Exception {
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
        assertThat(Agents.uploads(agent.getChannel())).isTrue();
        build.getExecutor().interrupt();
        BUILDS.add(jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(build)));

        assertThat(PLANTED.in(JenkinsRule.getLog(build))).isEmpty();
    }

    /**
     * Each git call on the agent receives the proxy of Jenkins, here to read the checkout. The agent receives Git
     * credentials only to check a remote, because git logs in to the remote from the agent.
     */
    @Order(3)
    @Test
    void an_agent_receives_only_the_secrets_that_its_builds_need_and_stores_none() throws Exception {
        Path place = directory.resolve("other");
        DumbSlave other = OwnAgent.start(place, 1);
        LogWatch.start(other.getChannel(), place.resolve("all.log"));

        configure(Server.TOKEN_FROM_CONTROLLER);
        jenkins.buildAndAssertSuccess(job(other, HTTPS, "git-user"));
        assertSent("other");

        configure(Server.TOKEN);
        FreeStyleProject asks = job(other, HTTPS, "git-user");
        asks.getBuildersList().get(SastScanBuilder.class).getGit().setBranch(null);
        List<Builder> steps = new ArrayList<>(asks.getBuildersList());
        steps.add(0, new Shell("git init -q && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a"));
        asks.getBuildersList().replaceBy(steps);
        assertThat(JenkinsRule.getLog(jenkins.buildAndAssertStatus(Result.FAILURE, asks)))
                .contains("Set the branch");
        assertThat(sent("other")).containsExactly("proxy password");

        String refused = Simulator.refusedUrl().getAuthority() + "/a.git";
        for (FreeStyleProject checks :
                List.of(job(other, "http://" + refused, "git-user"), job(other, "ssh://git@" + refused, "git-key"))) {
            checks.getBuildersList().get(SastScanBuilder.class).getGit().setCheckRemote(true);
            assertThat(JenkinsRule.getLog(jenkins.buildAndAssertStatus(Result.FAILURE, checks)))
                    .contains("cannot be read with these credentials");
        }
        assertThat(sent("other")).containsExactlyInAnyOrder("proxy password", "password", "private key");
        assertNothingKept("other");
    }

    @Order(5)
    @Test
    void no_logger_logs_a_secret() throws Exception {
        assertThat(watch.hits()).isEmpty();
        assertThat(watch.records()).isGreaterThan(10_000);
        assertThat(Files.size(directory.resolve("agent/all.log"))).isGreaterThan(1_000);
        watch.close();
    }

    @Order(4)
    @Test
    void controller_files_contain_no_secret() throws Exception {
        Path home = jenkins.jenkins.getRootDir().toPath();

        assertThat(Files.readString(home.resolve("credentials.xml"))).contains("planted-token", "git-key");
        assertThat(PLANTED.below(home)).isEmpty();
    }

    @Order(4)
    @Test
    void an_uploading_agent_receives_only_the_access_token_and_stores_no_secret() throws Exception {
        assertSent("agent", "access token", "issued token");
        assertThat(directory.resolve("agent/root")).isDirectoryRecursivelyContaining("glob:**/a");
        assertNothingKept("agent");
        assertThat(PLANTED.in(Zips.received(sast.project()).toString())).isEmpty();
    }

    private static void assertNothingKept(String place) throws Exception {
        assertThat(PLANTED.below(directory.resolve(place).resolve("root"))).isEmpty();
        assertThat(PLANTED.below(directory.resolve(place).resolve("tmp"))).isEmpty();
        assertThat(PLANTED.in(Files.readAllBytes(directory.resolve(place).resolve("all.log"))))
                .isEmpty();
    }

    /** Asserts that the agent received classes of the plugin, no proxy user, and exactly these secrets. */
    private static void assertSent(String place, String... secrets) throws Exception {
        assertThat(Files.readString(OwnAgent.received(directory.resolve(place)), StandardCharsets.ISO_8859_1))
                .contains("AgentArchiver")
                .doesNotContain(PROXY_USER);
        assertThat(sent(place)).containsExactlyInAnyOrder(secrets);
    }

    private static List<String> sent(String place) throws IOException {
        return PLANTED.in(Files.readAllBytes(OwnAgent.received(directory.resolve(place))));
    }

    @Order(6)
    @Test
    void the_exported_configuration_contains_no_secret() throws Exception {
        ByteArrayOutputStream yaml = new ByteArrayOutputStream();
        ConfigurationAsCode.get().export(yaml);

        assertThat(yaml.toString(StandardCharsets.UTF_8)).contains("planted-token", "allowPlainHttp");
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
    void pages_contain_no_secret(String page, String shown) throws Exception {
        for (Run<?, ?> build : page.matches("(BUILD|JOB).*") ? BUILDS : BUILDS.subList(0, 1)) {
            String path = page.replace("BUILD", build.getUrl())
                    .replace("JOB", build.getParent().getUrl());
            var answer = Browsers.get(jenkins, "", path);
            assertThat(answer.getStatusCode()).as(path).isEqualTo(200);
            byte[] content = answer.getContentAsStream().readAllBytes();
            assertThat(new String(content, StandardCharsets.UTF_8)).as(path).contains(shown);
            assertThat(PLANTED.in(content)).as(path).isEmpty();
        }
    }
}

package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.ProxyConfiguration;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.client.http.ForwardProxy;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.config.SastAuthentication;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Planted;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import net.sf.json.JSONObject;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Runs successful, failed and aborted builds with planted secrets and all loggers on. Afterwards, searches the
 * stored files and the pages for the secrets.
 */
@WithSast
class SecretsJenkinsTest {
    private static final String HTTPS = "https://git.example/a.git";
    private static final String SSH = "git@git.example:a.git";

    /** The builds whose pages are searched. */
    private static final List<Run<?, ?>> BUILDS = new ArrayList<>();

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static SastJenkins sast;
    private static DumbSlave agent;

    @AutoClose
    private static ForwardProxy proxy;

    /** The account of the SAST server, and the machine that uploads. */
    private enum Account {
        TOKEN,
        TOKEN_FROM_CONTROLLER,
        OAUTH
    }

    @BeforeAll
    static void plant(JenkinsRule rule) throws Exception {
        proxy = ForwardProxy.start(Planted.PROXY_USER, Planted.PROXY_PASSWORD);
        CredentialsScope system = CredentialsScope.SYSTEM;
        sast.addCredentials(Servers.secretText(system, "planted-token", Planted.ACCESS_TOKEN));
        sast.addCredentials(Servers.secretText(system, "client-secret", Planted.CLIENT_SECRET));
        sast.addCredentials(new UsernamePasswordCredentialsImpl(system, "user", "", "alice", Planted.PASSWORD));
        sast.addCredentials(Servers.user("git-user", "alice", Planted.PASSWORD));
        sast.addCredentials(Servers.secretText("git-token", Planted.GIT_TOKEN));
        sast.addCredentials(Servers.sshKey("git-key", Planted.KEY));
        sast.simulator().acceptToken(Planted.ACCESS_TOKEN);
        Simulator.OAuthClient known = sast.simulator().oauthClient();
        sast.simulator()
                .oauthClient(new Simulator.OAuthClient(
                        known.clientId(), Planted.CLIENT_SECRET, "alice", Planted.PASSWORD, known.scope()));
        agent = OwnAgent.start(directory.resolve("agent"), 1);
        Logger root = Logger.getLogger("");
        Level usual = root.getLevel();
        Handler log = new FileHandler(directory.resolve("controller.log").toString());
        log.setFormatter(new SimpleFormatter());
        root.addHandler(log);
        root.setLevel(Level.ALL);
        try {
            build();
        } finally {
            root.removeHandler(log);
            root.setLevel(usual);
            log.close();
        }
    }

    private static void build() throws Exception {
        for (Account account : Account.values()) {
            boolean ssh = account == Account.OAUTH;
            configure(account);
            BUILDS.add(jenkins.buildAndAssertSuccess(pipeline(ssh ? SSH : HTTPS, ssh ? "git-key" : "git-token")));
            assertThat(proxy.forwarded().isEmpty()).isEqualTo(account == Account.TOKEN);
        }
        jenkins.buildAndAssertSuccess(freestyle(agent, HTTPS, "git-user"));
        WorkflowJob job = pipeline(HTTPS, "git-token");
        var aborted = sast.held(job, SimulatedOperation.UPLOAD, Fault.hang());
        aborted.getExecutor().interrupt();
        BUILDS.add(jenkins.assertBuildStatus(Result.ABORTED, jenkins.waitForCompletion(aborted)));

        fail(SimulatedOperation.UPLOAD, Planted.ACCESS_TOKEN);
        fail(SimulatedOperation.WRITE_GIT, Planted.ACCESS_TOKEN + " " + Planted.PASSWORD);
        fail(SimulatedOperation.WRITE_GIT_SSH, Planted.ACCESS_TOKEN + " " + Planted.KEY);
        fail(SimulatedOperation.TOKEN, Planted.CLIENT_SECRET + " " + Planted.PASSWORD);
    }

    /** The response of the SAST server to an operation repeats the secrets of the request. */
    private static void fail(SimulatedOperation operation, String secrets) throws Exception {
        boolean ssh = operation == SimulatedOperation.WRITE_GIT_SSH;
        configure(operation == SimulatedOperation.TOKEN ? Account.OAUTH : Account.TOKEN);
        String json =
                JSONObject.fromObject(Map.of("message", "echo of " + secrets)).toString();
        sast.simulator().always(operation, Fault.answer(400).withJson(json));
        Run<?, ?> build = jenkins.buildAndAssertStatus(
                Result.FAILURE, freestyle(agent, ssh ? SSH : HTTPS, ssh ? "git-key" : "git-user"));
        sast.simulator().clearFaults();
        assertThat(JenkinsRule.getLog(build)).contains("echo of ****");
        BUILDS.add(build);
    }

    /** If agents upload, the SAST server is excluded from the proxy. */
    private static void configure(Account account) throws Exception {
        SastAuthentication authentication = new AccessTokenAuthentication("planted-token");
        if (account == Account.OAUTH) {
            OAuthAuthentication oauth = new OAuthAuthentication(
                    sast.simulator().tokenUrl().toString(),
                    sast.simulator().oauthClient().clientId());
            oauth.setClientSecretId("client-secret");
            oauth.setUserCredentialsId("user");
            authentication = oauth;
        }
        boolean fromController = account == Account.TOKEN_FROM_CONTROLLER;
        var server = sast.server(SastJenkins.SERVER, sast.simulator().baseUrl().toString(), authentication);
        server.setUploadFrom(fromController ? UploadFrom.CONTROLLER : UploadFrom.AGENT);
        sast.configure(server);
        String noProxy = fromController ? "" : "127.0.0.1";
        jenkins.jenkins.setProxy(
                new ProxyConfiguration("127.0.0.1", proxy.port(), Planted.PROXY_USER, Planted.PROXY_PASSWORD, noProxy));
    }

    /** A job that submits a file and these Git settings. */
    private static FreeStyleProject freestyle(DumbSlave node, String url, String credentialsId) throws Exception {
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder("main", "42"), Map.of("git", SastJenkins.git(url, "main", credentialsId)));
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), step);
        job.setAssignedNode(node);
        return job;
    }

    /** A job that submits a file and these Git settings, and also reads the license and the Git settings. */
    private static WorkflowJob pipeline(String url, String credentialsId) throws Exception {
        return sast.pipeline("node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'\n"
                + "def all = [sastSubmit(server: 'main', projectId: '42', git: [url: '" + url
                + "', branch: 'main', credentialsId: '" + credentialsId + "']), sastLicense('main'),"
                + " sastGitSettings(server: 'main', projectId: '42')]\n echo \"${all}\" }");
    }

    @Test
    void no_file_of_the_controller_and_no_log_of_any_level_contains_a_secret() throws Exception {
        Path home = jenkins.jenkins.getRootDir().toPath();
        assertThat(home.resolve("credentials.xml")).content().contains("planted-token", "git-key");
        assertThat(Planted.below(home)).isEmpty();
        Path log = directory.resolve("controller.log");
        assertThat(Files.size(log)).isGreaterThan(1_000_000);
        assertThat(Planted.in(Files.readAllBytes(log))).isEmpty();
    }

    @Test
    void an_uploading_agent_receives_only_the_access_token_and_stores_no_secret() throws Exception {
        assertThat(sent("agent")).containsExactlyInAnyOrder("access token", "issued token");
        assertThat(directory.resolve("agent/root")).isDirectoryRecursivelyContaining("glob:**/a");
        assertNothingKept("agent");
    }

    /** The agent receives Git credentials, and the proxy settings of Jenkins, only for the check of a Git remote. */
    @Test
    void an_agent_receives_only_the_secrets_that_its_builds_need() throws Exception {
        DumbSlave other = OwnAgent.start(directory.resolve("other"), 1);
        configure(Account.TOKEN_FROM_CONTROLLER);
        jenkins.buildAndAssertSuccess(freestyle(other, HTTPS, "git-user"));
        assertThat(sent("other")).isEmpty();

        configure(Account.TOKEN);
        String refused = Simulator.refusedUrl().getAuthority() + "/a.git";
        for (FreeStyleProject checks : List.of(
                freestyle(other, "http://" + refused, "git-user"),
                freestyle(other, "ssh://git@" + refused, "git-key"))) {
            checks.getBuildersList().get(SastSubmitBuilder.class).git.checkRemote = true;
            assertThat(JenkinsRule.getLog(jenkins.buildAndAssertStatus(Result.FAILURE, checks)))
                    .contains("cannot be read with these credentials");
        }
        assertThat(sent("other")).containsExactlyInAnyOrder("proxy password", "password", "private key");
        assertNothingKept("other");
    }

    private static List<String> sent(String place) throws Exception {
        String received = Files.readString(OwnAgent.received(directory.resolve(place)), StandardCharsets.ISO_8859_1);
        assertThat(received).contains("AgentArchiver");
        return Planted.in(received);
    }

    private static void assertNothingKept(String place) throws Exception {
        assertThat(Planted.below(directory.resolve(place).resolve("root"))).isEmpty();
        assertThat(Planted.below(directory.resolve(place).resolve("tmp"))).isEmpty();
    }

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
        "manage/configure, SAST servers"
    })
    void pages_contain_no_secret(String page, String shown) throws Exception {
        for (Run<?, ?> build : page.matches("(BUILD|JOB).*") ? BUILDS : BUILDS.subList(0, 1)) {
            String path = page.replace("BUILD", build.getUrl())
                    .replace("JOB", build.getParent().getUrl());
            var answer = Browsers.get(jenkins, "", path);
            assertThat(answer.getStatusCode()).as(path).isEqualTo(200);
            assertThat(answer.getContentAsString()).as(path).contains(shown);
            assertThat(Planted.in(answer.getContentAsString())).as(path).isEmpty();
        }
    }
}

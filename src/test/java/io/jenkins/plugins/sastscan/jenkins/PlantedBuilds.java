package io.jenkins.plugins.sastscan.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.ProxyConfiguration;
import hudson.model.FreeStyleProject;
import hudson.model.Node;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.client.SecretForms;
import io.jenkins.plugins.sastscan.client.http.ForwardProxy;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.config.SastAuthentication;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jvnet.hudson.test.JenkinsRule;

/** Builds whose servers, credentials and proxy have planted secrets. */
public final class PlantedBuilds implements AutoCloseable {
    private final JenkinsRule jenkins;
    private final SastJenkins sast;
    private final Path directory;
    private final ForwardProxy proxy;

    private PlantedBuilds(JenkinsRule jenkins, SastJenkins sast, Path directory) throws IOException {
        this.jenkins = jenkins;
        this.sast = sast;
        this.directory = directory;
        this.proxy = ForwardProxy.start(Planted.PROXY_USER, Planted.PROXY_PASSWORD);
    }

    /** @param directory the directory for the files of all agents */
    public static PlantedBuilds start(JenkinsRule jenkins, SastJenkins sast, Path directory) throws Exception {
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
        return new PlantedBuilds(jenkins, sast, directory);
    }

    @Override
    public void close() throws IOException {
        jenkins.jenkins.setProxy(null);
        proxy.close();
    }

    public int forwarded() {
        return proxy.forwarded().size();
    }

    public DumbSlave agent(String name, int executors) throws Exception {
        DumbSlave agent = OwnAgent.start(directory.resolve(name), executors);
        LogWatch.on(agent.getChannel(), directory.resolve(name).resolve("all.log"));
        return agent;
    }

    public enum Server {
        TOKEN,
        TOKEN_FROM_CONTROLLER,
        OAUTH_PASSWORD,
        OAUTH_CLIENT
    }

    /** Configures the SAST server and the proxy. If agents upload, the SAST server is excluded from the proxy. */
    public void configure(Server kind) throws IOException {
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
                "127.0.0.1",
                proxy.port(),
                Planted.PROXY_USER,
                Planted.PROXY_PASSWORD,
                fromController ? "" : "127.0.0.1"));
    }

    /** A job that submits a file and these Git settings. */
    public FreeStyleProject freestyle(Node node, String url, String credentialsId) throws Exception {
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder("main", "42"), Map.of("git", SastJenkins.git(url, "main", credentialsId)));
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), step);
        job.setAssignedNode(node);
        return job;
    }

    /** A job that submits a file and these Git settings, and also reads the license and the Git settings. */
    public WorkflowJob pipeline(Node node, String url, String credentialsId) throws Exception {
        return sast.pipeline("node('" + node.getNodeName() + "') { writeFile file: 'a', text: 'A'\n"
                + "def all = [sastSubmit(server: 'main', projectId: '42', git: [url: '" + url
                + "', branch: 'main', credentialsId: '" + credentialsId + "']), sastLicense('main'),"
                + " sastGitSettings(server: 'main', projectId: '42')]\n echo \"${all}\" }");
    }

    /** Returns a text with all secrets that the request of an operation contains. */
    public static String echo(SimulatedOperation operation) {
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

    public void assertNothingKept(String place) throws Exception {
        assertThat(Planted.below(directory.resolve(place).resolve("root"))).isEmpty();
        assertThat(Planted.below(directory.resolve(place).resolve("tmp"))).isEmpty();
        assertThat(Planted.in(Files.readAllBytes(directory.resolve(place).resolve("all.log"))))
                .isEmpty();
    }

    /** Asserts that the agent received classes of the plugin, no user name for the proxy, and exactly these secrets. */
    public void assertSent(String place, String... secrets) throws Exception {
        assertThat(Files.readString(OwnAgent.received(directory.resolve(place)), StandardCharsets.ISO_8859_1))
                .contains("AgentArchiver")
                .doesNotContain(Planted.PROXY_USER);
        assertThat(sent(place)).containsExactlyInAnyOrder(secrets);
    }

    public List<String> sent(String place) throws IOException {
        return Planted.in(Files.readAllBytes(OwnAgent.received(directory.resolve(place))));
    }
}

package io.jenkins.plugins.sastscan.jenkins;

import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.ProxyConfiguration;
import hudson.model.FreeStyleProject;
import hudson.model.Node;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import java.io.IOException;
import java.util.Map;
import org.jvnet.hudson.test.JenkinsRule;

/** A Jenkins whose credentials and proxy user are planted secrets, and jobs that use them. */
public final class PlantedJenkins implements AutoCloseable {
    // Joined, as those of Planted.
    public static final String PROXY_USER = String.join("-", "proxy", "us3r", "of", "jenkins");
    public static final String PROXY_PASSWORD = String.join("+/=%&\"<", "Pr\u00f6xy", "P4ss 5");

    public static final String HTTPS = "https://git.example/a.git";
    public static final String SSH = "git@git.example:a.git";

    private final JenkinsRule jenkins;
    private final SastJenkins sast;
    private final ForwardProxy proxy = ForwardProxy.start(PROXY_USER, PROXY_PASSWORD);

    private PlantedJenkins(JenkinsRule jenkins) throws Exception {
        this.jenkins = jenkins;
        this.sast = SastJenkins.start(jenkins);
        sast.simulator().acceptToken(Planted.ACCESS_TOKEN);
        CredentialsScope system = CredentialsScope.SYSTEM;
        sast.addCredentials(Servers.secretText(system, "planted-token", Planted.ACCESS_TOKEN));
        sast.addCredentials(Servers.secretText(system, "client-secret", Planted.CLIENT_SECRET));
        sast.addCredentials(new UsernamePasswordCredentialsImpl(system, "user", "", "alice", Planted.PASSWORD));
        sast.addCredentials(Servers.user("git-user", "alice", Planted.PASSWORD));
        sast.addCredentials(Servers.secretText("git-token", Planted.GIT_TOKEN));
        sast.addCredentials(Servers.sshKey("git-key", Planted.KEY));
        OAuthClient known = sast.simulator().oauthClient();
        sast.simulator()
                .oauthClient(new OAuthClient(
                        known.clientId(), Planted.CLIENT_SECRET, "alice", Planted.PASSWORD, known.scope()));
    }

    public static PlantedJenkins start(JenkinsRule jenkins) throws Exception {
        return new PlantedJenkins(jenkins);
    }

    public SastJenkins sast() {
        return sast;
    }

    public ForwardProxy proxy() {
        return proxy;
    }

    /**
     * How the server of a build authenticates and is uploaded to. The controller uploads through the proxy; where agents
     * do, the server's host is on the no-proxy list.
     */
    public enum Server {
        TOKEN,
        TOKEN_FROM_CONTROLLER,
        OAUTH_PASSWORD,
        OAUTH_CLIENT
    }

    public void configure(Server kind) throws IOException {
        String url = sast.simulator().baseUrl().toString();
        SastServer server = sast.server(SastJenkins.SERVER, url, new AccessTokenAuthentication("planted-token"));
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
            server = sast.server(SastJenkins.SERVER, url, oauth);
        }
        boolean fromController = kind == Server.TOKEN_FROM_CONTROLLER;
        server.setUploadFrom(fromController ? UploadFrom.CONTROLLER : UploadFrom.AGENT);
        sast.configure(server);
        jenkins.jenkins.setProxy(new ProxyConfiguration(
                "127.0.0.1", proxy.port(), PROXY_USER, PROXY_PASSWORD, fromController ? "" : "127.0.0.1"));
    }

    public FreeStyleProject job(Node agent, String url, String credentialsId, boolean dryRun) throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.setAssignedNode(agent);
        job.getBuildersList().add(new WorkspaceFiles(Map.of("a", "A")));
        SastScanBuilder step = new SastScanBuilder("main", "42");
        GitSettings git = new GitSettings();
        git.setUrl(url);
        git.setBranch("main");
        git.setCredentialsId(credentialsId);
        step.setGit(git);
        step.setDryRun(dryRun);
        job.getBuildersList().add(step);
        return job;
    }

    public static String script(Node agent, String url, String credentialsId) {
        return "node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'\n"
                + "def all = [sastScan(server: 'main', projectId: '42', git: [url: '" + url
                + "', branch: 'main', credentialsId: '" + credentialsId + "']), sastLicense('main'),"
                + " sastGitSettings(server: 'main', projectId: '42')]\n echo \"${all}\" }";
    }

    @Override
    public void close() throws IOException {
        jenkins.jenkins.setProxy(null);
        proxy.close();
        sast.close();
    }
}

package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.ProxyConfiguration;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.ForwardProxy;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.Planted;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;

/** The proxy that Jenkins is set up with, on the controller and on an agent that is a process of its own. */
@WithSast
class ProxyJenkinsTest {
    private static final Map<String, String> FILES = Map.of("a", "A");
    private static final String USER = "pr0xy-user";
    private static final String PASSWORD = "proxy-p\u00e4ss/w0rd";
    /** The class whose objects are uploads by agents: its name is sent with them, and its class before them. */
    private static final String ATTEMPT = "SocketAttempt";

    private static final String NOTE =
            "Uploading from the controller, because the proxy requires a user name and a password, which uploads never send to agents";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static int agents;
    private Path files;
    private DumbSlave agent;
    private SastJenkins sast;
    private ForwardProxy proxy;

    @BeforeEach
    void server() throws Exception {
        agents++;
        files = directory.resolve("proxied" + agents);
        agent = OwnAgent.start(files, 1);
    }

    @AfterEach
    void end() throws Exception {
        jenkins.jenkins.setProxy(null);
        jenkins.jenkins.removeNode(agent);
        proxy.close();
    }

    @Test
    void the_controller_uploads_through_a_proxy_that_needs_a_user_and_the_agent_gets_neither_user_nor_password()
            throws Exception {
        setProxyWithUser("");

        Run<?, ?> run = submitted();

        assertThat(proxy.forwarded()).containsExactlyElementsOf(submission());
        assertThat(sast.simulator().requests())
                .allMatch(request -> request.header("Proxy-Authorization").isEmpty());
        assertThat(Logs.ofSteps(run)).contains(NOTE);
        assertThat(sentToAgent()).doesNotContain(ATTEMPT);
        assertNothingOfTheUserIsSentToTheAgent();
    }

    @Test
    void the_agent_uploads_through_a_proxy_that_needs_none() throws Exception {
        proxy = ForwardProxy.open();
        jenkins.jenkins.setProxy(new ProxyConfiguration("127.0.0.1", proxy.port()));

        Run<?, ?> run = submitted();

        assertThat(proxy.forwarded()).containsExactlyElementsOf(submission());
        assertThat(Logs.ofSteps(run)).doesNotContain(NOTE);
        assertThat(sentToAgent()).contains(ATTEMPT);
    }

    @Test
    void the_agent_reaches_a_host_of_the_no_proxy_list_directly_and_gets_nothing_of_the_proxy() throws Exception {
        setProxyWithUser("example.org\n127.0.0.*");

        Run<?, ?> run = submitted();

        assertThat(proxy.forwarded()).isEmpty();
        assertThat(Logs.ofSteps(run)).doesNotContain(NOTE);
        assertThat(sentToAgent()).contains(ATTEMPT);
        assertNothingOfTheUserIsSentToTheAgent();
    }

    private List<String> submission() {
        String url = sast.simulator().baseUrl() + "/projects/42/";
        return List.of(
                "GET " + url + "sourceCode/remoteSettings/git",
                "POST " + url + "sourceCode/attachments",
                "POST " + url + "forceScanOnNoCodeChanges");
    }

    private void assertNothingOfTheUserIsSentToTheAgent() throws Exception {
        String sent = sentToAgent();
        assertThat(sent)
                .contains(AgentArchiver.ArchiveCallable.class.getSimpleName())
                .doesNotContain(USER);
        assertThat(Planted.forms(PASSWORD)).noneMatch(sent::contains);
        assertThat(Planted.forms(USER + ":" + PASSWORD)).noneMatch(sent::contains);
    }

    /** All that the controller has sent, byte by byte. */
    private String sentToAgent() throws Exception {
        return new String(Files.readAllBytes(OwnAgent.received(files)), StandardCharsets.ISO_8859_1);
    }

    private void setProxyWithUser(String noProxy) throws Exception {
        proxy = ForwardProxy.start(USER, PASSWORD);
        jenkins.jenkins.setProxy(new ProxyConfiguration("127.0.0.1", proxy.port(), USER, PASSWORD, noProxy));
    }

    private Run<?, ?> submitted() throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertSuccess(sast.freestyle(agent, FILES));
        assertThat(Zips.received(sast.project())).isEqualTo(FILES);
        return run;
    }
}

package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.EnvVars;
import hudson.ProxyConfiguration;
import hudson.model.Result;
import hudson.model.Slave;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.client.TestCertificates;
import io.jenkins.plugins.sastscan.client.http.ForwardProxy;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

/** A SAST server with a private certificate authority. The controller and one of two agents trust this authority. */
@WithSast(agent = true)
class NetworkJenkinsTest {
    private static final Map<String, String> FILES = Map.of("a", "A");
    private static final String NOTE = "Uploading from the controller, because the proxy requires a user name and a"
            + " password, and agents never receive these for uploads";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static TestCertificates certificates;
    private static Map<String, String> trusting;
    private static Slave trustingAgent;
    private static DumbSlave agent;
    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        certificates = TestCertificates.signed("ip:127.0.0.1");
        List<String> options = certificates.trustingOptions(directory.resolve("trusted.p12"));
        trusting = options.stream()
                .map(option -> option.substring("-D".length()).split("=", 2))
                .collect(Collectors.toMap(option -> option[0], option -> option[1]));
        trusting.forEach(System::setProperty);
        trustingAgent = jenkins.createOnlineSlave(null, new EnvVars("JAVA_TOOL_OPTIONS", String.join(" ", options)));
    }

    @AfterAll
    static void forget() {
        trusting.keySet().forEach(System::clearProperty);
    }

    @BeforeEach
    void server() throws Exception {
        sast = SastJenkins.start(jenkins, SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server()));
    }

    @AfterEach
    void end() throws Exception {
        jenkins.jenkins.setProxy(null);
        sast.close();
    }

    /**
     * The submission makes three calls: access check, upload, and forced scan. Each call opens its own tunnel through
     * the proxy.
     */
    @ParameterizedTest
    @CsvSource({
        "CONTROLLER, false, 127.0.0.1, false, 0",
        "AGENT, false, '', true, 3",
        "AGENT, true, '', false, 3",
        "AGENT, true, 'example.org\n127.0.0.*', true, 0"
    })
    void only_the_controller_uploads_through_a_proxy_that_requires_a_password(
            UploadFrom from, boolean user, String noProxy, boolean agentUploads, int tunnels) throws Exception {
        configure(from);
        String name = user ? "proxy-user" : null;
        String password = user ? "proxy-p\u00e4ss" : null;
        try (ForwardProxy proxy = user ? ForwardProxy.start(name, password) : ForwardProxy.open()) {
            jenkins.jenkins.setProxy(new ProxyConfiguration("127.0.0.1", proxy.port(), name, password, noProxy));
            var job = sast.freestyle(trustingAgent, FILES);

            assertThat(sast.uploadsFrom(trustingAgent, job)).isEqualTo(agentUploads);
            assertThat(proxy.forwarded())
                    .hasSize(tunnels)
                    .allMatch(each -> each.equals(
                            "CONNECT 127.0.0.1:" + sast.simulator().baseUrl().getPort()));
            assertThat(Logs.ofSteps(job.getLastBuild()).contains(NOTE)).isEqualTo(user && tunnels > 0);
            assertThat(Zips.received(sast.project())).isEqualTo(FILES);
            assertThat(sast.project().forceScans()).isEqualTo(1);
        }
    }

    @Test
    void an_agent_reports_an_untrusted_certificate_in_one_line() throws Exception {
        configure(UploadFrom.AGENT);
        var run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.freestyle(agent, FILES));

        assertThat(Logs.error(run)).contains("the certificate of 127.0.0.1 is not trusted", "SHA-256");
        assertThat(sast.project().uploads()).isZero();
        assertThat(sast.project().forceScans()).isZero();
    }

    @Test
    void the_controller_uploads_if_the_agent_cannot_connect() throws Exception {
        configure(UploadFrom.AUTOMATIC);
        var run = jenkins.buildAndAssertSuccess(sast.freestyle(agent, FILES));

        jenkins.assertLogContains(
                "  upload: agent " + agent.getNodeName()
                        + " cannot connect to the SAST server, so the controller uploads. To"
                        + " make this permanent, set Upload from to The controller. Reason: Uploading the archive failed"
                        + " (POST https://127.0.0.1:",
                run);
        assertThat(Zips.received(sast.project())).isEqualTo(FILES);
    }

    private void configure(UploadFrom from) throws Exception {
        var server = sast.server(SastJenkins.SERVER);
        server.setAllowPlainHttp(false);
        server.setUploadFrom(from);
        sast.configure(server);
    }
}

package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.EnvVars;
import hudson.ProxyConfiguration;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.ForwardProxy;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.service.TestCertificates;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** A server with a certificate of a private authority, which controller and agent trust by their own Java options. */
@WithSast
class TlsJenkinsTest {
    private static final Map<String, String> FILES = Map.of("a", "A");

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private static TestCertificates certificates;
    private static Map<String, String> trusting;
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
        agent = jenkins.createOnlineSlave(null, new EnvVars("JAVA_TOOL_OPTIONS", String.join(" ", options)));
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

    @ParameterizedTest
    @EnumSource(UploadFrom.class)
    void a_trusted_server_is_submitted_to(UploadFrom from) throws Exception {
        configure(from);

        jenkins.buildAndAssertSuccess(sast.freestyle(agent, FILES));

        assertThat(Zips.received(sast.project())).isEqualTo(FILES);
        assertThat(sast.project().forceScans()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"proxy-user, proxy-p\u00e4ss", ","})
    void a_proxy_opens_tunnels_for_the_controller_or_if_it_needs_no_user_for_the_agent(String user, String password)
            throws Exception {
        configure(UploadFrom.AGENT);
        try (ForwardProxy proxy = user == null ? ForwardProxy.open() : ForwardProxy.start(user, password)) {
            jenkins.jenkins.setProxy(new ProxyConfiguration("127.0.0.1", proxy.port(), user, password, ""));

            jenkins.buildAndAssertSuccess(sast.freestyle(agent, FILES));

            // One for each call: the proof of the token, the upload, the forced scan.
            assertThat(proxy.forwarded())
                    .hasSize(3)
                    .containsOnly(
                            "CONNECT 127.0.0.1:" + sast.simulator().baseUrl().getPort());
            assertThat(Zips.received(sast.project())).isEqualTo(FILES);
        }
    }

    @Test
    void an_agent_that_does_not_trust_it_says_so_in_one_line() throws Exception {
        configure(UploadFrom.AGENT);
        DumbSlave distrustful = jenkins.createOnlineSlave();

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.freestyle(distrustful, FILES));

        assertThat(Logs.error(run))
                .contains("the certificate of 127.0.0.1 is not trusted")
                .contains("trust store");
        assertThat(sast.project().uploads()).isZero();
        assertThat(sast.project().forceScans()).isZero();
    }

    private void configure(UploadFrom from) throws Exception {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setAllowPlainHttp(false);
        server.setUploadFrom(from);
        sast.configure(server);
    }
}

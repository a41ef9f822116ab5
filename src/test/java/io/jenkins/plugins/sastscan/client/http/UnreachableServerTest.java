package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.FakeClock;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An upload that cannot connect reports why, and leaves no thread or socket. For certificates, see
 * {@link CertificatesTest}.
 */
@Timeout(60)
@ParameterizedClass
@EnumSource(SentFrom.class)
class UnreachableServerTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Parameter
    SentFrom from;

    @RegisterExtension
    final Fixture fixture = new Fixture();

    @BeforeEach
    void retryTwice() {
        fixture.maxRetries = 2;
    }

    private void assertRetried(String url, String says) {
        assertFailure(2, url, says);
    }

    private void assertFailure(int retries, String url, String says) {
        fixture.clock = new FakeClock();
        Leftovers before = Leftovers.now();
        assertThat(failure(ClientCall.of(SimulatedOperation.UPLOAD, from), fixture.service(ServiceUrl.base(url, true))))
                .hasMessageContaining("failed (POST " + url)
                .hasMessageContaining(says);
        assertThat(fixture.clock.sleeps()).hasSize(retries);
        assertThat(fixture.connections()).isZero();
        before.assertNoMore();
    }

    /** Prevents name lookups by the controller, which could take long. */
    private void knowNoHosts() {
        fixture.dns = name -> {
            throw new UnknownHostException(name);
        };
    }

    @Test
    void a_host_that_refuses_connections_or_does_not_answer_is_tried_again() throws Exception {
        assertRetried("" + Simulator.refusedUrl(), "): 127.0.0.1 does not accept connections on port ");
        try (RawServer full = RawServer.full()) {
            fixture.timeouts = new Timeouts(Duration.ofMillis(150), LONG, LONG);
            assertRetried(
                    "" + full.url(), "): connecting to 127.0.0.1 timed out after 150 milliseconds (connect timeout)");
        }
    }

    @Test
    void an_unknown_host_is_tried_again() {
        knowNoHosts();
        String machine = from == SentFrom.AGENT ? "the agent" : "the controller";
        assertRetried("https://sast.invalid/api", ", and whether " + machine + " needs a proxy.");
    }

    /** Reads the beginning of a TLS handshake, then continues with the given conversation. */
    private static RawServer duringHandshake(RawServer.Conversation rest) throws IOException {
        return new RawServer((self, socket) -> {
            socket.getInputStream().read();
            rest.hold(self, socket);
        });
    }

    @Test
    void a_server_without_tls_is_reported_without_a_retry() throws Exception {
        try (RawServer server = duringHandshake((self, socket) -> {
            socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        })) {
            assertFailure(0, "https://127.0.0.1:" + server.port(), "): the TLS handshake with 127.0.0.1 failed (");
        }
    }

    @Test
    void a_tls_handshake_that_ends_or_stalls_is_tried_again() throws Exception {
        try (RawServer server = duringHandshake((self, socket) -> {})) {
            assertRetried("https://127.0.0.1:" + server.port(), "): the connection ended during the TLS handshake");
        }
        // The handshake counts as reading on the controller, and as connecting on agents.
        fixture.timeouts = new Timeouts(Duration.ofMillis(800), Duration.ofMillis(800), LONG);
        try (RawServer server =
                duringHandshake((self, socket) -> socket.getInputStream().readAllBytes())) {
            assertRetried("https://127.0.0.1:" + server.port(), " timed out after 800 milliseconds (");
        }
    }

    private void useProxy(String host, int port) {
        fixture.proxy = new ProxySettings(host, port, name -> false, Optional.empty());
    }

    @Test
    void a_refusal_by_the_proxy_is_reported_without_a_retry() throws Exception {
        for (String status : List.of("403 Forbidden", "407 Who\r\nProxy-Authenticate: Basic realm=\"x\"")) {
            try (RawServer proxy = RawServer.answering("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n")) {
                useProxy("127.0.0.1", proxy.port());
                assertFailure(
                        0,
                        "https://sast.example.org/api",
                        "): the proxy 127.0.0.1:" + proxy.port() + " cannot be reached or rejected the connection (");
            }
        }
    }

    @Test
    void an_unknown_proxy_has_not_refused_the_connection() {
        knowNoHosts();
        useProxy("proxy.invalid", 3128);
        assertThat(failure(
                        ClientCall.of(SimulatedOperation.UPLOAD, from),
                        fixture.service(ServiceUrl.base("https://sast.example.org/api", true))))
                .hasMessageContaining("the proxy proxy.invalid:3128 cannot be reached")
                .hasMessageNotContaining("refused");
    }

    @Test
    void an_unreachable_proxy_is_tried_again() throws Exception {
        useProxy("127.0.0.1", Simulator.refusedUrl().getPort());
        assertRetried("https://sast.example.org/api", " cannot be reached or rejected the connection (");
        try (RawServer proxy = RawServer.answering("")) {
            useProxy("127.0.0.1", proxy.port());
            assertRetried("https://sast.example.org/api", " cannot be reached or rejected the connection");
        }
        knowNoHosts();
        useProxy("proxy.invalid", 3128);
        assertRetried("https://sast.example.org/api", "): the proxy proxy.invalid:3128 cannot be reached or rejected");
    }
}

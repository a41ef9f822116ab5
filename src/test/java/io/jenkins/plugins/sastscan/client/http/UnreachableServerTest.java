package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.assertMessage;
import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.client.CalledOperation;
import io.jenkins.plugins.sastscan.client.CalledOperation.Action;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.FakeClock;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.TestCertificates;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** After a failed connection, no new thread or socket remains. */
@Timeout(60)
class UnreachableServerTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(150);
    private static final String UNREACHABLE_URL = "https://sast.example.org/api";
    private static final String TRUST_PASSWORD = "javax.net.ssl.trustStorePassword";

    @RegisterExtension
    final Fixture fixture = new Fixture();

    /** A server that cannot be reached. */
    record Endpoint(String url, ConnectionSettings settings, Closeable server) {
        static Endpoint of(String url) {
            return new Endpoint(url, ConnectionSettings.DEFAULT, () -> {});
        }

        static Endpoint full() throws IOException {
            RawServer full = RawServer.full();
            return new Endpoint(full.url().toString(), Fixture.settings(new Timeouts(SHORT, LONG, LONG)), full);
        }

        static Endpoint behind(String proxyHost, int proxyPort, Closeable proxy) {
            return new Endpoint(
                    UNREACHABLE_URL, Fixture.settings(ProxySettings.http(proxyHost, proxyPort, host -> false)), proxy);
        }

        static Endpoint behind(String answerOfProxy) throws IOException {
            RawServer proxy = RawServer.answering(answerOfProxy);
            return behind("127.0.0.1", proxy.port(), proxy);
        }

        /** Reads the beginning of a TLS handshake, then continues with the given conversation. */
        static Endpoint duringHandshake(Duration timeout, RawServer.Conversation rest) throws IOException {
            RawServer server = new RawServer((self, socket) -> {
                socket.getInputStream().read();
                rest.hold(self, socket);
            });
            // The handshake counts as reading on the controller, and as connecting on agents.
            Timeouts timeouts = new Timeouts(timeout, timeout, LONG);
            return new Endpoint("https://127.0.0.1:" + server.port(), Fixture.settings(timeouts), server);
        }

        static Endpoint with(TestCertificates certificates, boolean trusted) throws Exception {
            Simulator simulator =
                    Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server()));
            Closeable trust = trusted ? certificates.trustedByThisJvm() : () -> {};
            return new Endpoint(simulator.baseUrl().toString(), ConnectionSettings.DEFAULT, () -> {
                trust.close();
                assertThat(simulator.requests()).isEmpty();
                simulator.close();
            });
        }

        /** Without the password, Java reads no certificates from its trust store. */
        static Endpoint withEmptyTrustStore() throws Exception {
            Endpoint endpoint = with(TestCertificates.signed("ip:127.0.0.1"), true);
            System.clearProperty(TRUST_PASSWORD);
            return endpoint;
        }
    }

    private static Arguments ended(Reason reason, String says, Callable<Endpoint> opener) {
        return Arguments.of(reason, 0, says, opener);
    }

    private static Arguments retried(Reason reason, String says, Callable<Endpoint> opener) {
        return Arguments.of(reason, CallPolicy.DEFAULT.retries(), says, opener);
    }

    private static Stream<Arguments> endpoints() {
        URI refused = Simulator.refusedUrl();
        String local = "ip:127.0.0.1";
        String forbidden = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
        String who = "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        String unreached = "cannot be reached or rejected the connection";
        String untrusted = "the certificate of 127.0.0.1 is not trusted: subject CN=server";
        String[] old = {"-startdate", "2020/01/01 00:00:00", "-validity", "1"};
        RawServer.Conversation plain = (self, socket) -> {
            socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        };
        RawServer.Conversation silent =
                (self, socket) -> socket.getInputStream().readAllBytes();
        return Stream.of(
                retried(
                        Reason.CONNECTION_REFUSED,
                        "does not accept connections",
                        () -> Endpoint.of(refused.toString())),
                retried(Reason.UNKNOWN_HOST, "sast.invalid is unknown", () -> Endpoint.of("https://sast.invalid/api")),
                retried(Reason.CONNECT_TIMEOUT, "after 150 milliseconds (connect timeout)", Endpoint::full),
                ended(Reason.TLS, untrusted, () -> Endpoint.with(TestCertificates.signed("dns:a.example.org"), true)),
                ended(Reason.TLS, untrusted, () -> Endpoint.with(TestCertificates.signed(local, old), true)),
                ended(Reason.TLS, untrusted, () -> Endpoint.with(TestCertificates.signed(local), false)),
                ended(Reason.TLS, untrusted, Endpoint::withEmptyTrustStore),
                ended(
                        Reason.TLS,
                        "the TLS handshake with 127.0.0.1 failed (",
                        () -> Endpoint.duringHandshake(LONG, plain)),
                retried(
                        Reason.CONNECTION_CLOSED,
                        "during the TLS handshake",
                        () -> Endpoint.duringHandshake(LONG, (self, socket) -> {})),
                retried(
                        Reason.CONNECT_TIMEOUT,
                        "timed out after 800 milliseconds (",
                        () -> Endpoint.duringHandshake(Duration.ofMillis(800), silent)),
                ended(Reason.PROXY, ": 403", () -> Endpoint.behind(forbidden)),
                ended(Reason.PROXY, "Check the proxy settings: host, port, user, password", () -> Endpoint.behind(who)),
                retried(
                        Reason.PROXY,
                        unreached + " (",
                        () -> Endpoint.behind("127.0.0.1", refused.getPort(), () -> {})),
                retried(Reason.PROXY, unreached, () -> Endpoint.behind("proxy.invalid", 3128, () -> {})),
                retried(Reason.PROXY, unreached, () -> Endpoint.behind("")));
    }

    /** Avoids DNS queries of the controller, because a DNS server may answer slowly. Agents still send DNS queries. */
    private static List<InetAddress> lookup(String host) throws UnknownHostException {
        if (host.endsWith(".invalid")) {
            throw new UnknownHostException(host);
        }
        return Dns.SYSTEM.lookup(host);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void the_cause_is_reported_if_an_upload_cannot_reach_the_server(
            Reason reason, int waits, String says, Callable<Endpoint> opener) throws Exception {
        for (SentFrom from : SentFrom.values()) {
            FakeClock clock = new FakeClock();
            Leftovers before = Leftovers.now();
            Endpoint place = opener.call();
            OkHttpClient http = fixture.http(place.settings())
                    .newBuilder()
                    .dns(UnreachableServerTest::lookup)
                    .build();
            Closeable server = place.server();
            try (server) {
                SastClient service = Fixture.service(
                        ServiceUrl.base(place.url(), true), UploadEncoding.FORM, place.settings(), http, clock);
                Action action = CalledOperation.action(SimulatedOperation.UPLOAD, Fixture.ARCHIVE, from);
                assertMessage(failure(reason, action, service), "POST " + place.url(), says);
                assertThat(clock.sleeps()).hasSize(waits);
                assertThat(http.connectionPool().connectionCount()).isZero();
            }
            http.dispatcher().executorService().shutdown();
            before.assertNoMore();
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_succeeds_with_a_trusted_certificate_for_the_host(SentFrom from) throws Exception {
        TestCertificates certificates = TestCertificates.signed("ip:127.0.0.1");
        Closeable trust = certificates.trustedByThisJvm();
        SimulatorOptions options = SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server());
        try (trust;
                Fixture fixture = new Fixture(options, ConnectionSettings.DEFAULT)) {
            from.upload(fixture.service(), Fixture.ARCHIVE);
            assertThat(fixture.project().uploads()).isEqualTo(1);
        }
    }

    @Test
    void no_client_is_created_if_the_password_of_the_trust_store_is_wrong() throws Exception {
        Closeable trust = TestCertificates.signed("ip:127.0.0.1").trustedByThisJvm();
        try (trust) {
            System.setProperty(TRUST_PASSWORD, "PLANTED");
            assertThatExceptionOfType(InvalidInputException.class)
                    .isThrownBy(() -> HttpCalls.client(ConnectionSettings.DEFAULT))
                    .withMessage("Java cannot read its trust store (keystore password was incorrect)."
                            + " Check the Java options that start with javax.net.ssl.trustStore.");
        }
    }
}

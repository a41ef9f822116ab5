package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS is strict, and what is wrong with it is said without trying again. */
@Timeout(60)
@ParameterizedClass
@EnumSource(SentFrom.class)
class TlsTest {
    @Parameter
    SentFrom from;

    @TempDir
    Path directory;

    private final FakeClock pace = new FakeClock();
    private Closeable trust = () -> {};

    @AfterEach
    void trustAsBefore() throws IOException {
        trust.close();
    }

    private RestService service(String url, OkHttpClient client) {
        return new RestService(
                ServiceAddress.parse(url, false),
                UploadEncoding.FORM,
                TokenSource.fixed(new AccessToken(SecretText.of("fixed-access-token"))),
                new Caller(client, CallPolicy.DEFAULT, pace));
    }

    private UnreachableException failure(String url, OkHttpClient client) {
        UnreachableException failure = assertThatExceptionOfType(UnreachableException.class)
                .isThrownBy(() -> upload(url, client))
                .actual();
        HttpClients.dispose(client);
        return failure;
    }

    private void upload(String url, OkHttpClient client) throws Exception {
        from.upload(service(url, client), Fixture.PROJECT, TestArchive.in(directory), ByteProgress.NONE);
    }

    private void assertUntrusted(UnreachableException failure) {
        assertThat(failure.obstacle()).isEqualTo(Obstacle.TLS);
        assertThat(failure)
                .hasMessageContaining("the certificate of 127.0.0.1 is not trusted for it (")
                .hasMessageEndingWith(
                        "Add the certificate authority to the trust store of this machine's Java, or check"
                                + " the host name in the server's URL.");
        assertThat(pace.sleeps()).isEmpty();
    }

    private static Simulator simulator(TestCertificates certificates) throws Exception {
        return Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server()));
    }

    @Test
    void a_trusted_certificate_for_the_host_is_fine() throws Exception {
        TestCertificates certificates = TestCertificates.signed("ip:127.0.0.1");
        trust = certificates.trustedByThisJvm();
        try (Simulator simulator = simulator(certificates)) {
            simulator.addProject(Fixture.PROJECT);
            OkHttpClient client = HttpClients.create(ConnectionSettings.DEFAULT);
            upload(simulator.baseUrl().toString(), client);
            assertThat(simulator.project(Fixture.PROJECT).uploads()).isEqualTo(1);
            HttpClients.dispose(client);
        }
    }

    @Test
    void a_certificate_of_an_unknown_authority_is_not_trusted() throws Exception {
        try (Simulator simulator = simulator(TestCertificates.signed("ip:127.0.0.1"))) {
            assertUntrusted(failure(simulator.baseUrl().toString(), HttpClients.create(ConnectionSettings.DEFAULT)));
            assertThat(simulator.requests()).isEmpty();
        }
    }

    @Test
    void a_certificate_for_another_host_is_not_trusted() throws Exception {
        TestCertificates certificates = TestCertificates.signed("dns:other.example.org");
        trust = certificates.trustedByThisJvm();
        try (Simulator simulator = simulator(certificates)) {
            assertUntrusted(failure(simulator.baseUrl().toString(), HttpClients.create(ConnectionSettings.DEFAULT)));
        }
    }

    @Test
    void an_expired_certificate_is_not_trusted() throws Exception {
        TestCertificates certificates =
                TestCertificates.signed("ip:127.0.0.1", "-startdate", "2020/01/01 00:00:00", "-validity", "1");
        trust = certificates.trustedByThisJvm();
        try (Simulator simulator = simulator(certificates)) {
            assertUntrusted(failure(simulator.baseUrl().toString(), HttpClients.create(ConnectionSettings.DEFAULT)));
        }
    }

    @Test
    void a_port_that_speaks_no_tls_is_said_at_once() throws Exception {
        try (RawServer plain = new RawServer((server, socket) -> {
            socket.getInputStream().read();
            socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            socket.getInputStream().readAllBytes();
        })) {
            UnreachableException failure =
                    failure("https://127.0.0.1:" + plain.port(), HttpClients.create(ConnectionSettings.DEFAULT));
            assertThat(failure.obstacle()).isEqualTo(Obstacle.TLS);
            assertThat(failure).hasMessageContaining("no TLS connection to 127.0.0.1 could be agreed on (");
            assertThat(plain.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_connection_that_ends_in_the_handshake_is_tried_again() throws Exception {
        try (RawServer closing =
                new RawServer((server, socket) -> socket.getInputStream().read())) {
            UnreachableException failure =
                    failure("https://127.0.0.1:" + closing.port(), HttpClients.create(ConnectionSettings.DEFAULT));
            assertThat(failure.obstacle()).isEqualTo(Obstacle.CLOSED);
            assertThat(failure).hasMessageContaining("the connection ended during the TLS handshake");
            assertThat(closing.connections()).isEqualTo(4);
        }
    }

    @Test
    void a_handshake_that_does_not_end_is_tried_again() throws Exception {
        ConnectionSettings settings = new ConnectionSettings(
                new Timeouts(Duration.ofSeconds(20), Duration.ofMillis(100), Duration.ofSeconds(20)),
                ProxySettings.DIRECT);
        try (RawServer silent =
                new RawServer((server, socket) -> socket.getInputStream().readAllBytes())) {
            UnreachableException failure = failure("https://127.0.0.1:" + silent.port(), HttpClients.create(settings));
            assertThat(failure.obstacle()).isEqualTo(Obstacle.CONNECT_TIMEOUT);
            assertThat(failure).hasMessageContaining("127.0.0.1 did not finish the TLS handshake in time");
            assertThat(silent.connections()).isEqualTo(4);
        }
    }
}

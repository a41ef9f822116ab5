package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.TestArchive;
import io.jenkins.plugins.sastscan.service.TestCertificates;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The TLS handshake. Certificates that are not trusted are among the faults of {@link FaultTest}. */
@Timeout(60)
@ParameterizedClass
@EnumSource(SentFrom.class)
class TlsTest {
    @Parameter
    SentFrom from;

    @RegisterExtension
    final TestClient client = new TestClient();

    private Closeable trust = () -> {};

    @AfterEach
    void trustAsBefore() throws IOException {
        trust.close();
    }

    private ServiceException failure(Reason reason, Object url, ConnectionSettings settings) {
        return Fixture.failure(reason, () -> upload(url, settings));
    }

    private void upload(Object url, ConnectionSettings settings) throws Exception {
        SastService service = client.service(ServiceUrl.base(url.toString(), false), settings);
        from.upload(service, Fixture.PROJECT, TestArchive.FILE, ByteProgress.NONE);
    }

    @Test
    void clients_share_what_java_trusts_until_it_trusts_others() throws Exception {
        OkHttpClient one = client.http(ConnectionSettings.DEFAULT);
        assertThat(client.http(ConnectionSettings.DEFAULT).sslSocketFactory()).isSameAs(one.sslSocketFactory());
        trust = TestCertificates.signed("ip:127.0.0.1").trustedByThisJvm();
        assertThat(client.http(ConnectionSettings.DEFAULT).sslSocketFactory()).isNotSameAs(one.sslSocketFactory());
    }

    @Test
    void a_trusted_certificate_for_the_host_is_fine() throws Exception {
        TestCertificates certificates = TestCertificates.signed("ip:127.0.0.1");
        trust = certificates.trustedByThisJvm();
        try (Simulator simulator =
                Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server()))) {
            simulator.addProject(Fixture.PROJECT.value());
            SastService service = Fixture.service(
                    ServiceUrl.base(simulator.baseUrl().toString(), false),
                    new AccessToken(SecretText.of(simulator.accessToken())),
                    UploadEncoding.FORM,
                    new Caller(client.http(ConnectionSettings.DEFAULT), ConnectionSettings.DEFAULT, client.clock));
            from.upload(service, Fixture.PROJECT, TestArchive.FILE, ByteProgress.NONE);
            assertThat(simulator.project(Fixture.PROJECT.value()).uploads()).isEqualTo(1);
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
            assertThat(failure(Reason.TLS, "https://127.0.0.1:" + plain.port(), ConnectionSettings.DEFAULT))
                    .hasMessageContaining("the TLS handshake with 127.0.0.1 failed (");
            assertThat(plain.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_connection_that_ends_in_the_handshake_is_tried_again() throws Exception {
        try (RawServer closing =
                new RawServer((server, socket) -> socket.getInputStream().read())) {
            assertThat(failure(
                            Reason.CONNECTION_CLOSED,
                            "https://127.0.0.1:" + closing.port(),
                            ConnectionSettings.DEFAULT))
                    .hasMessageContaining("the connection ended during the TLS handshake");
            assertThat(closing.connections()).isEqualTo(4);
        }
    }

    @Test
    void a_handshake_that_does_not_end_is_tried_again() throws Exception {
        ConnectionSettings settings =
                Fixture.settings(new Timeouts(Duration.ofSeconds(20), Duration.ofMillis(100), Duration.ofSeconds(20)));
        try (RawServer silent =
                new RawServer((server, socket) -> socket.getInputStream().readAllBytes())) {
            assertThat(failure(Reason.CONNECT_TIMEOUT, "https://127.0.0.1:" + silent.port(), settings))
                    .hasMessageContaining(
                            "the TLS handshake with 127.0.0.1 timed out after 100 milliseconds (read timeout)");
            assertThat(silent.connections()).isEqualTo(4);
        }
    }
}

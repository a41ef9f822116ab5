package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.TestCertificates;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A SAST server whose certificate Java does not trust, and the certificates in the settings. */
@Timeout(60)
class CertificatesTest {
    private static final String LOCAL = "ip:127.0.0.1";

    private static void upload(SentFrom from, TestCertificates server, TrustedCertificates trusted) throws Exception {
        ConnectionSettings settings =
                new ConnectionSettings(Timeouts.DEFAULT, ProxySettings.DIRECT, CallPolicy.DEFAULT, trusted);
        SimulatorOptions options = SimulatorOptions.of(Dialect.CONTRACT).withTls(server.server());
        try (Fixture fixture = new Fixture(options, settings)) {
            from.upload(fixture.service(), Fixture.ARCHIVE);
            assertThat(fixture.project().uploads()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_authority_or_the_server_itself_can_be_trusted(SentFrom from) throws Exception {
        TestCertificates server = TestCertificates.signed(LOCAL);
        upload(from, server, server.pem(true));
        upload(from, server, server.pem(false));
    }

    @ParameterizedTest
    @EnumSource
    void an_untrusted_certificate_is_told_with_its_fingerprint(SentFrom from) throws Exception {
        TestCertificates server = TestCertificates.signed(LOCAL);
        String described = TrustedCertificates.describe(server.pem(false).list().get(0));
        assertThat(described).containsPattern("^subject CN=server\\d, issuer CN=authority, SHA-256 ([0-9A-F]{2}:){31}");
        assertThat(failure(Reason.TLS, () -> upload(from, server, TrustedCertificates.NONE)))
                .hasMessageContaining("the certificate of 127.0.0.1 is not trusted: " + described + " (")
                .hasMessageContaining("paste it or that of its authority into Certificates");
    }

    @ParameterizedTest
    @EnumSource
    void a_trusted_certificate_for_another_host_or_an_expired_one_is_refused(SentFrom from) throws Exception {
        String[] old = {"-startdate", "2020/01/01 00:00:00", "-validity", "1"};
        for (TestCertificates wrong : new TestCertificates[] {
            TestCertificates.signed("dns:a.example.org"), TestCertificates.signed(LOCAL, old)
        }) {
            failure(Reason.TLS, () -> upload(from, wrong, wrong.pem(true)));
        }
        TestCertificates other = TestCertificates.signed("dns:a.example.org");
        failure(Reason.TLS, () -> upload(from, other, other.pem(false)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"MIIB", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"})
    void a_text_that_is_no_certificate_is_refused(String pem) {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> new TrustedCertificates(pem))
                .withMessageContaining("PEM");
    }

    @Test
    void an_empty_text_has_no_certificates() {
        assertThat(new TrustedCertificates(" ").list()).isEmpty();
    }
}

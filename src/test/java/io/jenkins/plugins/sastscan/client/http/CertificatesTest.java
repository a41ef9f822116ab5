package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.TestCertificates;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Closeable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The certificate of a SAST server: trusted by Java, by the settings, or not at all. */
@Timeout(60)
class CertificatesTest {
    private static final TrustedCertificates NONE = new TrustedCertificates("");

    private static final String LOCAL = "ip:127.0.0.1";
    private static final String[] OLD = {"-startdate", "2020/01/01 00:00:00", "-validity", "1"};

    private static void upload(SentFrom from, TestCertificates server, TrustedCertificates trusted) throws Exception {
        SimulatorOptions options = SimulatorOptions.of(Dialect.CONTRACT).withTls(server.server());
        try (Fixture fixture = new Fixture(options)) {
            fixture.certificates = trusted;
            from.upload(fixture.service(), Fixture.ARCHIVE);
            assertThat(fixture.project().uploads()).isEqualTo(1);
        }
    }

    /** An untrusted certificate is described, so that an administrator can compare it. */
    private static void assertUntrusted(SentFrom from, TestCertificates server, TrustedCertificates trusted)
            throws Exception {
        String described = TrustedCertificates.describe(server.pem(false).list().get(0));
        assertThat(described).containsPattern("^subject CN=server\\d, issuer CN=authority, SHA-256 ([0-9A-F]{2}:){31}");
        Leftovers before = Leftovers.now();
        assertThat(failure(() -> upload(from, server, trusted)))
                .hasMessageMatching(".* certificate of 127.0.0.1 is not trusted ." + described + ": .*\\w[)]\\. .*")
                .hasMessageContaining("paste it or that of its authority into Certificates");
        before.assertNoMore();
    }

    @ParameterizedTest
    @EnumSource
    void an_authority_or_the_server_itself_can_be_trusted(SentFrom from) throws Exception {
        TestCertificates server = TestCertificates.signed(LOCAL);
        upload(from, server, server.pem(true));
        upload(from, server, server.pem(false));
        Closeable trust = server.trustedByThisJvm();
        try (trust) {
            upload(from, server, NONE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_certificate_that_is_untrusted_or_expired_or_for_another_host_is_refused(SentFrom from) throws Exception {
        TestCertificates local = TestCertificates.signed(LOCAL);
        TestCertificates other = TestCertificates.signed("dns:a.example.org");
        assertUntrusted(from, local, NONE);
        assertUntrusted(from, other, other.pem(false));
        for (TestCertificates wrong : List.of(other, TestCertificates.signed(LOCAL, OLD))) {
            assertUntrusted(from, wrong, wrong.pem(true));
            Closeable trust = wrong.trustedByThisJvm();
            try (trust) {
                assertUntrusted(from, wrong, NONE);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_empty_trust_store_of_java_trusts_no_server(SentFrom from) throws Exception {
        TestCertificates server = TestCertificates.signed(LOCAL);
        Closeable trust = server.trustedByThisJvm();
        try (trust) {
            // Without the password, Java reads no certificates from its trust store.
            System.clearProperty("javax.net.ssl.trustStorePassword");
            assertUntrusted(from, server, NONE);
        }
    }

    @Test
    void no_client_is_created_if_the_password_of_the_trust_store_is_wrong() throws Exception {
        Closeable trust = TestCertificates.signed(LOCAL).trustedByThisJvm();
        try (trust;
                Fixture fixture = new Fixture()) {
            System.setProperty("javax.net.ssl.trustStorePassword", "PLANTED");
            assertThatExceptionOfType(InvalidInputException.class)
                    .isThrownBy(fixture::service)
                    .withMessage("Java cannot read its trust store (keystore password was incorrect)."
                            + " Check the Java options that start with javax.net.ssl.trustStore.");
        }
    }

    @Test
    void each_certificate_counts_wherever_it_begins_in_its_line() throws Exception {
        String one = TestCertificates.signed(LOCAL).pem(true).pem();
        for (String two : List.of(one + one, one.strip() + one, (one + one).indent(4), one + "CA: " + one)) {
            assertThat(new TrustedCertificates(two.replace("The certificate:\n", "")).list())
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MIIB", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"})
    void a_text_that_is_no_certificate_is_refused(String pem) {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> new TrustedCertificates(pem))
                .withMessageContaining("PEM");
    }
}

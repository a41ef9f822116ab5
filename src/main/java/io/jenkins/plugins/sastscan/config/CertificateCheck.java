package io.jenkins.plugins.sastscan.config;

import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the form, the connection test and the monitor say about the certificates of a SAST server. */
final class CertificateCheck {
    private static final Duration SOON = Duration.ofDays(30);

    private CertificateCheck() {}

    static FormValidation of(String pem) {
        try {
            TrustedCertificates trusted = new TrustedCertificates(pem == null ? "" : pem);
            String text = trusted.list().stream()
                    .map(certificate -> TrustedCertificates.describe(certificate) + ", valid until " + end(certificate))
                    .collect(Collectors.joining("; "));
            return ending(trusted).isPresent() ? FormValidation.warning(text) : FormValidation.ok(text);
        } catch (InvalidInputException e) {
            return FormValidation.error(e.getMessage());
        }
    }

    /** Names a certificate that ends in less than 30 days; empty if there is none. */
    static Optional<String> ending(TrustedCertificates trusted) {
        Date soon = Date.from(Instant.now().plus(SOON));
        return trusted.list().stream()
                .filter(certificate -> certificate.getNotAfter().before(soon))
                .findFirst()
                .map(certificate -> "The certificate with " + TrustedCertificates.describe(certificate)
                        + " is valid until " + end(certificate) + ".");
    }

    private static String end(X509Certificate certificate) {
        return LocalDate.ofInstant(certificate.getNotAfter().toInstant(), ZoneOffset.UTC)
                .toString();
    }
}

package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.ByteArrayInputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;

/**
 * Certificates that are trusted in addition to those in Java's trust store: certificate authorities or servers.
 *
 * @param pem any number of certificates in PEM format; other text around them is ignored
 */
public record TrustedCertificates(String pem) implements Serializable {
    public static final TrustedCertificates NONE = new TrustedCertificates("");

    private static final long serialVersionUID = 1;
    private static final int MAX_NAME = 200;

    /** @throws InvalidInputException if the text is not empty and has no certificate, or an unreadable one */
    public TrustedCertificates {
        if (!pem.isBlank() && parse(pem).isEmpty()) {
            throw new InvalidInputException(
                    "The certificates of the SAST server have no certificate in PEM format. Paste"
                            + " text from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.");
        }
    }

    public List<X509Certificate> list() {
        return parse(pem);
    }

    private static List<X509Certificate> parse(String pem) {
        int start = pem.indexOf("-----BEGIN");
        if (start < 0) {
            return List.of();
        }
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(
                            new ByteArrayInputStream(pem.substring(start).getBytes(StandardCharsets.UTF_8)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (CertificateException e) {
            throw new InvalidInputException("A certificate of the SAST server cannot be read ("
                    + PlainText.oneLine(e.getMessage(), MAX_NAME) + "). Paste it again, in PEM format.");
        }
    }

    /** Returns the subject, the issuer and the SHA-256 of a certificate, so that it can be compared with another. */
    public static String describe(X509Certificate certificate) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return "subject " + name(certificate.getSubjectX500Principal().getName()) + ", issuer "
                    + name(certificate.getIssuerX500Principal().getName()) + ", SHA-256 "
                    + HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(String distinguished) {
        return PlainText.oneLine(distinguished, MAX_NAME);
    }
}

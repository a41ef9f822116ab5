package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import io.jenkins.plugins.sastscan.text.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Certificates that are trusted in addition to those in Java's trust store: certificate authorities or servers.
 *
 * @param pem any number of certificates in PEM format; other text around them is ignored
 */
public record TrustedCertificates(String pem) implements Serializable {
    private static final int MAX_NAMES = 400;

    /** @throws InvalidInputException if the text is not empty and has no certificate, or an unreadable one */
    public TrustedCertificates {
        parse(pem);
    }

    public List<X509Certificate> list() {
        return parse(pem);
    }

    private static List<X509Certificate> parse(String pem) {
        if (pem.isBlank()) {
            return List.of();
        }
        try {
            // Java ignores a certificate that does not begin at the start of a line.
            String text = pem.substring(Math.max(0, pem.indexOf("-----BEGIN"))).replace("-----BEGIN", "\n-----BEGIN");
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (CertificateException e) {
            throw new InvalidInputException("The certificates of the SAST server cannot be read ("
                    + PlainText.oneLine(e.getMessage())
                    + "). Paste PEM text, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.");
        }
    }

    /** Returns the subject, the issuer and the SHA-256 of a certificate, so that it can be compared with another. */
    public static String describe(X509Certificate certificate) {
        try {
            byte[] digest = Sha256.create().digest(certificate.getEncoded());
            String names = "subject " + certificate.getSubjectX500Principal().getName() + ", issuer "
                    + certificate.getIssuerX500Principal().getName();
            return PlainText.oneLine(names, MAX_NAMES) + ", SHA-256 "
                    + HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns one key store of these certificates and those in Java's trust store.
     *
     * @throws InvalidInputException if Java cannot read its trust store
     */
    public Trust trust() {
        try {
            List<X509Certificate> all = new ArrayList<>(list());
            all.addAll(List.of(manager(null).getAcceptedIssuers()));
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (X509Certificate certificate : all) {
                store.setCertificateEntry("" + store.size(), certificate);
            }
            return new Trust(manager(store));
        } catch (IOException | GeneralSecurityException e) {
            String reason = e.getCause() instanceof IOException cause ? IoReason.of(cause) : e.getMessage();
            throw new InvalidInputException("Java cannot read its trust store (" + reason
                    + "). Check the Java options that start with javax.net.ssl.trustStore.");
        }
    }

    private static X509ExtendedTrustManager manager(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    /**
     * Records the last certificate that a server sent, because exceptions do not contain it. The checks, including that
     * of the host, are those of the JDK.
     */
    public static final class Trust extends X509ExtendedTrustManager {
        private final X509ExtendedTrustManager jdk;
        private final SSLContext context = SSLContext.getInstance("TLS");
        private volatile String last = "";

        private Trust(X509ExtendedTrustManager jdk) throws GeneralSecurityException {
            this.jdk = jdk;
            context.init(null, new TrustManager[] {this}, null);
        }

        public SSLContext context() {
            return context;
        }

        /** Describes the last certificate of a server; empty if there is none. */
        public String last() {
            return last;
        }

        private void record(X509Certificate[] chain) throws CertificateException {
            last = describe(chain[0]);
            if (getAcceptedIssuers().length == 0) {
                throw new CertificateException("The trust store of Java is empty");
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            record(chain);
            jdk.checkServerTrusted(chain, type, engine);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            record(chain);
            jdk.checkServerTrusted(chain, type, socket);
        }

        /** Without engine or socket, the host could not be checked. */
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("The host is unknown");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return jdk.getAcceptedIssuers();
        }
    }
}

package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the certificates in Java's trust store and those of the SAST server. It records the last certificate that a
 * server sent, because exceptions do not contain it. The checks, including that of the host, are those of the JDK.
 */
final class TlsTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager jdk;
    private volatile String last = "";

    private TlsTrust(X509ExtendedTrustManager jdk) {
        this.jdk = jdk;
    }

    /** @throws GeneralSecurityException if Java cannot read its trust store */
    static TlsTrust of(TrustedCertificates more) throws GeneralSecurityException {
        X509ExtendedTrustManager java = manager(null);
        if (more.list().isEmpty()) {
            return new TlsTrust(java);
        }
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (X509Certificate issuer : java.getAcceptedIssuers()) {
                store.setCertificateEntry("java" + number++, issuer);
            }
            for (X509Certificate certificate : more.list()) {
                store.setCertificateEntry("server" + number++, certificate);
            }
            return new TlsTrust(manager(store));
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private static X509ExtendedTrustManager manager(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {this}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Describes the last certificate of a server; empty if there is none. */
    String last() {
        return last;
    }

    @FunctionalInterface
    private interface Check {
        void run() throws CertificateException;
    }

    private void recording(X509Certificate[] chain, Check check) throws CertificateException {
        last = TrustedCertificates.describe(chain[0]);
        try {
            check.run();
        } catch (RuntimeException e) {
            // With an empty trust store, the JDK throws another exception than for an untrusted certificate.
            throw new CertificateException(e.getMessage(), e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        recording(chain, () -> jdk.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        recording(chain, () -> jdk.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        recording(chain, () -> jdk.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        jdk.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        jdk.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        jdk.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return jdk.getAcceptedIssuers();
    }
}

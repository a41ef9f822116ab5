package io.jenkins.plugins.sastscan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    Path directory;

    @Test
    void a_simulator_with_a_certificate_speaks_https() throws Exception {
        SSLContext tls = tls(selfSigned());
        HttpClient http = HttpClient.newBuilder().sslContext(tls).build();
        try (Simulator simulator =
                Simulator.start(SimulatorOptions.of(Dialect.FIELD).withTls(tls))) {
            assertThat(simulator.baseUrl()).hasScheme("https");
            var request = new Client(simulator).to("/serverLicenseData", "4.0").build();
            assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
            assertThat(simulator.requests(SimulatedOperation.LICENSE)).hasSize(1);
        }
    }

    private Path selfSigned() throws IOException, InterruptedException {
        Path store = directory.resolve("self-signed.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        ProcessBuilder command = new ProcessBuilder(
                (keytool + ",-genkeypair,-alias,simulator,-keyalg,EC,-dname,CN=simulator,-ext,SAN=IP:127.0.0.1"
                                + ",-storetype,PKCS12,-storepass," + new String(PASSWORD) + ",-keystore," + store)
                        .split(","));
        Process process = command.redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return store;
    }

    private static SSLContext tls(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}

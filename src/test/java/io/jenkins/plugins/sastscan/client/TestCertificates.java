package io.jenkins.plugins.sastscan.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate and its certificate authority, both created with the keytool of the JDK. */
public final class TestCertificates {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** Certificates are cached, because each new one requires a run of keytool. */
    private static final Map<List<String>, TestCertificates> MADE = new HashMap<>();

    private static Path file;

    private final KeyStore store;

    private TestCertificates(KeyStore store) {
        this.store = store;
    }

    /**
     * @param subjectAlternativeName such as {@code ip:127.0.0.1} or {@code dns:example.org}
     * @param more further arguments of {@code keytool -genkeypair}
     */
    public static synchronized TestCertificates signed(String subjectAlternativeName, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-signer", "authority"));
        arguments.addAll(List.of("-ext", "san=" + subjectAlternativeName));
        arguments.addAll(List.of(more));
        if (file == null) {
            file = Files.createTempDirectory("certificates").resolve("authority.p12");
            file.toFile().deleteOnExit();
            file.getParent().toFile().deleteOnExit();
            keytool("authority", List.of("-ext", "bc:c"));
        }
        if (!MADE.containsKey(arguments)) {
            String alias = "server" + MADE.size();
            keytool(alias, arguments);
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD);
            }
            for (String other : Collections.list(store.aliases())) {
                if (!other.equals(alias)) {
                    store.deleteEntry(other);
                }
            }
            MADE.put(arguments, new TestCertificates(store));
        }
        return MADE.get(arguments);
    }

    private static void keytool(String alias, List<String> more) throws IOException, InterruptedException {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String password = new String(PASSWORD);
        List<String> command =
                new ArrayList<>(List.of(tool, "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-keyalg", "EC"));
        command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias, "-keystore", file.toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", password, "-keypass", password));
        command.addAll(more);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
    }

    public SSLContext server() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** @param authority whether to return the certificate of the authority instead of that of the server */
    public TrustedCertificates pem(boolean authority) throws Exception {
        byte[] encoded = store.getCertificateChain(store.aliases().nextElement())[authority ? 1 : 0].getEncoded();
        return new TrustedCertificates("The certificate:\n-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(encoded) + "\n-----END CERTIFICATE-----\n");
    }

    /** Writes a trust store that contains only this authority. Returns the JVM options that select the store. */
    public List<String> trustingOptions(Path file) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "authority", store.getCertificateChain(store.aliases().nextElement())[1]);
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, PASSWORD);
        }
        return List.of(
                "-Djavax.net.ssl.trustStore=" + file,
                "-Djavax.net.ssl.trustStoreType=PKCS12",
                "-Djavax.net.ssl.trustStorePassword=" + new String(PASSWORD));
    }

    /** The JVM trusts only this authority until the returned object is closed. */
    public Closeable trustedByThisJvm() throws Exception {
        Path file = Files.createTempFile("trust", ".p12");
        Properties before = (Properties) System.getProperties().clone();
        for (String option : trustingOptions(file)) {
            String[] nameAndValue = option.substring("-D".length()).split("=", 2);
            System.setProperty(nameAndValue[0], nameAndValue[1]);
        }
        return () -> {
            System.setProperties(before);
            Files.delete(file);
        };
    }
}

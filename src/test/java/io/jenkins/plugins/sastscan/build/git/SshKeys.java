package io.jenkins.plugins.sastscan.build.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Generates SSH keys for tests and the demo. No server accepts these keys. */
public final class SshKeys {
    static final String COMMENT = "me@example.org";

    private SshKeys() {}

    /** A new private key in PEM format (PKCS #8), without a passphrase. */
    public static String pem() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return armoured(
                    "PRIVATE KEY", generator.generateKeyPair().getPrivate().getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String armoured(String kind, byte[] content) {
        int width = kind.startsWith("OPENSSH") ? 70 : 64;
        String body = Base64.getEncoder().encodeToString(content).replaceAll("(.{" + width + "})(?!$)", "$1\n");
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    static byte[] content(String key) {
        return Base64.getMimeDecoder().decode(key.replaceAll("-----.*-----", ""));
    }

    /** Creates a key with the program ssh-keygen. The options follow {@code -t}. */
    public static String generated(Path directory, String options) throws IOException, InterruptedException {
        Path file = Files.createTempDirectory(directory, "key").resolve("id");
        Stream<String> command = Stream.concat(
                Stream.of("ssh-keygen", "-q", "-f", file.toString(), "-C", COMMENT, "-t"),
                Stream.of(options.split(" ")).map(option -> option.equals("''") ? "" : option));
        run(command.toList());
        return Files.readString(file);
    }

    /** Returns the public key if ssh-keygen can load the private key, and if a signature of the key is valid. */
    static String publicKey(Path directory, String key) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(directory, "check");
        Path file = Files.writeString(folder.resolve("id"), key);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        String id = run(List.of("ssh-keygen", "-y", "-P", "", "-f", file.toString()));
        Files.writeString(folder.resolve("id.pub"), id);
        Path text = Files.writeString(folder.resolve("text"), "signed");
        Path signers = Files.writeString(folder.resolve("signers"), "me " + id);
        run(List.of("ssh-keygen", "-q", "-Y", "sign", "-n", "test", "-f", file.toString(), text.toString()));
        run(List.of("sh", "-c", "ssh-keygen -Y verify -n test -I me -f " + signers + " -s " + text + ".sig < " + text));
        return id;
    }

    static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output;
    }
}

package io.jenkins.plugins.sastscan.submission;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.util.Base64;

/** Makes the texts of SSH keys for tests and the demo; none of them opens anything. */
public final class SshKeys {
    private SshKeys() {}

    /** A new private key in PEM format (PKCS #8), without a passphrase. */
    public static String pem() {
        return pem(newKeyPair("Ed25519").getPrivate());
    }

    /** That key in PEM format (PKCS #8), without a passphrase. */
    public static String pem(PrivateKey key) {
        return armoured("PRIVATE KEY", key.getEncoded());
    }

    /** A new pair of keys of the kind that every SSH client can use. */
    public static KeyPair rsa() {
        return newKeyPair("RSA");
    }

    /** A key in OpenSSH's own format, as far as it tells of a passphrase: by the name of its cipher. */
    static String openSsh(String cipher) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write("openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII));
            out.writeInt(cipher.length());
            out.write(cipher.getBytes(StandardCharsets.US_ASCII));
            out.write(newKeyPair("Ed25519").getPrivate().getEncoded());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return armoured("OPENSSH PRIVATE KEY", bytes.toByteArray());
    }

    static String armoured(String kind, byte[] content) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    private static KeyPair newKeyPair(String algorithm) {
        try {
            return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

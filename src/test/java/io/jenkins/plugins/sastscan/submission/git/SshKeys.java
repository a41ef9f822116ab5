package io.jenkins.plugins.sastscan.submission.git;

import java.nio.ByteBuffer;
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
        byte[] name = cipher.getBytes(StandardCharsets.US_ASCII);
        byte[] key = newKeyPair("Ed25519").getPrivate().getEncoded();
        byte[] magic = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes = ByteBuffer.allocate(magic.length + Integer.BYTES + name.length + key.length);
        bytes.put(magic).putInt(name.length).put(name).put(key);
        return armoured("OPENSSH PRIVATE KEY", bytes.array());
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

package io.jenkins.plugins.sastscan.submission.git;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.util.Base64;

/** Generates SSH keys for tests and the demo. No server accepts these keys. */
public final class SshKeys {
    private SshKeys() {}

    /** A new private key in PEM format (PKCS #8), without a passphrase. */
    public static String pem() {
        return pem(newKeyPair("Ed25519").getPrivate());
    }

    public static String pem(PrivateKey key) {
        return armoured("PRIVATE KEY", key.getEncoded());
    }

    /** A new RSA key pair, which every SSH client supports. */
    public static KeyPair rsa() {
        return newKeyPair("RSA");
    }

    /** The start of a key in the OpenSSH format. The cipher "none" means that the key has no passphrase. */
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

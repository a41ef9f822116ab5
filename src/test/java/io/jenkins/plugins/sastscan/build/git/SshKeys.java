package io.jenkins.plugins.sastscan.build.git;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.util.Base64;

/** Generates SSH keys for tests and the demo. No server accepts these keys. */
public final class SshKeys {
    private SshKeys() {}

    /** A new private key in PEM format (PKCS #8), without a passphrase. */
    public static String pem() {
        return armoured("PRIVATE KEY", newKey().getEncoded());
    }

    /** The start of a key in the OpenSSH format. The cipher "none" means that the key has no passphrase. */
    static String openSsh(String cipher) {
        byte[] name = cipher.getBytes(StandardCharsets.US_ASCII);
        byte[] key = newKey().getEncoded();
        byte[] magic = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes = ByteBuffer.allocate(magic.length + Integer.BYTES + name.length + key.length);
        bytes.put(magic).putInt(name.length).put(name).put(key);
        return armoured("OPENSSH PRIVATE KEY", bytes.array());
    }

    static String armoured(String kind, byte[] content) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    private static PrivateKey newKey() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

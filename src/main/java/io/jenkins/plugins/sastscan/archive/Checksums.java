package io.jenkins.plugins.sastscan.archive;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** Computes CRC-32 and SHA-256 of content that arrives in parts. */
public final class Checksums {
    private static final int SHORT_BYTES = 16;

    private final CRC32 crc = new CRC32();
    private final MessageDigest digest = newSha256();

    /** Returns the first 128 bits of the SHA-256 of a text in UTF-8, as 32 lower-case hexadecimal digits. */
    public static String shortDigest(String text) {
        byte[] digest = newSha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, SHORT_BYTES);
    }

    public static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public void add(byte[] bytes, int length) {
        crc.update(bytes, 0, length);
        digest.update(bytes, 0, length);
    }

    public long crc() {
        return crc.getValue();
    }

    /** Call this method only once, after the last part of the content. */
    public byte[] sha256() {
        return digest.digest();
    }
}

package io.jenkins.plugins.sastscan.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;

/** Computes CRC-32 and SHA-256 of content that arrives in parts. */
public final class Checksums {
    private final CRC32 crc = new CRC32();
    private final MessageDigest digest = newSha256();

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

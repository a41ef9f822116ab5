package io.jenkins.plugins.sastscan.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;

/** Of content that arrives in parts. */
public record Checksums(CRC32 crc, MessageDigest sha256) {
    public Checksums() {
        this(new CRC32(), newSha256());
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
        sha256.update(bytes, 0, length);
    }
}

package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.Sha256;
import java.security.MessageDigest;
import java.util.zip.CRC32;

/** The checksums of content that arrives in parts. */
public record Checksums(CRC32 crc, MessageDigest sha256) {
    public Checksums() {
        this(new CRC32(), Sha256.create());
    }

    public void add(byte[] bytes, int length) {
        crc.update(bytes, 0, length);
        sha256.update(bytes, 0, length);
    }
}

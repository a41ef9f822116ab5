package io.jenkins.plugins.sastscan.archive;

import java.security.MessageDigest;
import java.util.zip.CRC32;

/** The checksum and the hash of a content, of which the parts come one after the other. Not for two threads at once. */
final class Checksums {
    private final CRC32 crc = new CRC32();
    private final MessageDigest digest = Sha256.digest();

    void add(byte[] bytes, int offset, int length) {
        crc.update(bytes, offset, length);
        digest.update(bytes, offset, length);
    }

    long crc() {
        return crc.getValue();
    }

    /** To be asked once, at the end. */
    byte[] sha256() {
        return digest.digest();
    }
}

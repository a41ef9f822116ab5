package io.jenkins.plugins.sastscan.archive;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Tells whether two archives hold the same files in the same order, however they were compressed. SHA-256 over, for each
 * file: the number of bytes of its name (4 bytes, big-endian), its name in UTF-8, its size (8 bytes, big-endian), the
 * SHA-256 of its content (32 bytes). Also counts them.
 */
final class ContentDigest {
    private final MessageDigest digest = Sha256.digest();
    private final Contents.Tally tally = new Contents.Tally();
    private long files;
    private long bytes;

    void add(String name, long size, byte[] sha256) {
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(4).putInt(0, encoded.length));
        digest.update(encoded);
        digest.update(ByteBuffer.allocate(8).putLong(0, size));
        digest.update(sha256);
        files++;
        bytes += size;
        tally.add(name, size);
    }

    long files() {
        return files;
    }

    long bytes() {
        return bytes;
    }

    /** What was added, told apart. */
    Contents contents() {
        return tally.toContents(files, bytes);
    }

    /** The digest in lower-case hexadecimal digits; nothing can be added afterwards. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}

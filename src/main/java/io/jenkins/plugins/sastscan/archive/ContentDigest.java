package io.jenkins.plugins.sastscan.archive;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Identifies the files of an archive and their order, regardless of compression. SHA-256 over, for each file: the
 * length of its name in bytes (4 bytes, big-endian), its name in UTF-8, its size (8 bytes, big-endian), and the SHA-256
 * of its content (32 bytes). Also collects statistics.
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

    Contents contents() {
        return tally.toContents(files, bytes);
    }

    /** Returns the digest in lower-case hexadecimal. No files can be added afterwards. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}

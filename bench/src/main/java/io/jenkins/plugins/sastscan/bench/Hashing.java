package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.SelectedFile;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.zip.CRC32;

/** What an archive with a content digest must do besides deflating: select, read, checksum, hash. On one thread. */
final class Hashing {
    private static final int BUFFER = 1 << 18;

    private Hashing() {}

    static long bytes(Path workspace) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        CRC32 crc = new CRC32();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        long bytes = 0;
        for (SelectedFile file : OtherWays.select(workspace)) {
            crc.reset();
            try (SeekableByteChannel channel = Files.newByteChannel(file.path())) {
                for (long left = file.size(); left > 0; left -= buffer.position()) {
                    if (channel.read(buffer.clear()) < 0) {
                        throw new IllegalStateException("the workspace changes");
                    }
                    crc.update(buffer.array(), 0, buffer.position());
                    digest.update(buffer.array(), 0, buffer.position());
                    bytes += buffer.position();
                }
            }
            digest.digest();
        }
        return bytes;
    }
}

package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.Checksums;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;

/**
 * Computes the SHA-256 of a file while the file is written, because its bytes are then still in the file system cache.
 * The computation runs on other threads.
 */
final class TrailingDigest {
    /** Minimum number of bytes per task. */
    private static final int PIECE = 1 << 20;

    private static final int CHUNK = 1 << 16;

    private final CompressorPool pool;
    private final FileChannel file;
    private final MessageDigest digest = Checksums.newSha256();
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
    private long taken;

    TrailingDigest(FileChannel file, CompressorPool pool) {
        this.pool = pool;
        this.file = file;
    }

    /** Call this method when all bytes before {@code end} are written and final. */
    void settled(long end) {
        if (end - taken >= PIECE) {
            take(end);
        }
    }

    /** @param end the size of the complete file, in bytes */
    byte[] finish(long end) throws IOException, InterruptedException {
        take(end);
        CompressorPool.result(last);
        return digest.digest();
    }

    private void take(long end) {
        long from = taken;
        taken = end;
        last = pool.after(last, () -> hash(from, end));
    }

    private void hash(long from, long end) {
        try {
            for (long at = from; at < end; at += chunk.position()) {
                chunk.clear().limit((int) Math.min(CHUNK, end - at));
                if (file.read(chunk, at) < 0) {
                    throw new IOException("another process truncated it");
                }
                digest.update(chunk.array(), 0, chunk.position());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

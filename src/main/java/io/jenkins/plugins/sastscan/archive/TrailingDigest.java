package io.jenkins.plugins.sastscan.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;

/**
 * The SHA-256 of a file while it is written, computed on other threads: they read what will not change any more, which is
 * in the system's cache still, so that the writing thread need not wait for it.
 */
final class TrailingDigest implements Closeable {
    /** Opens the file that is written, to be read from its beginning. */
    interface Source {
        ReadableByteChannel open() throws IOException;
    }

    /** What is read at once; smaller pieces are not worth a task. */
    private static final int PIECE = 1 << 20;

    private static final int CHUNK = 1 << 16;

    private final CompressorPool pool;
    private final ReadableByteChannel file;
    private final MessageDigest digest = Sha256.digest();
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
    private long taken;
    /** Of the tasks, to be looked at when they are done. */
    private IOException failure;

    TrailingDigest(Source source, CompressorPool pool) throws IOException {
        this.pool = pool;
        file = source.open();
    }

    /** The file's bytes before that place are there and will not change. */
    void settled(long end) {
        if (end - taken >= PIECE) {
            take(end);
        }
    }

    /** The digest of the file, which ends there. */
    byte[] finish(long end) throws IOException, InterruptedException {
        take(end);
        CompressorPool.result(last);
        if (failure != null) {
            throw failure;
        }
        return digest.digest();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void take(long end) {
        long length = end - taken;
        taken = end;
        last = pool.after(last, () -> hash(length));
    }

    private void hash(long length) {
        try {
            for (long left = length; left > 0 && failure == null; left -= chunk.position()) {
                chunk.clear().limit((int) Math.min(CHUNK, left));
                if (file.read(chunk) < 0) {
                    throw new IOException("The archive was cut short by someone else");
                }
                digest.update(chunk.array(), 0, chunk.position());
            }
        } catch (IOException e) {
            failure = e;
        }
    }
}

package io.jenkins.plugins.sastscan.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads an archive from an agent, piece by piece. Each piece takes a network round trip, so several pieces are
 * requested in advance.
 */
public abstract class PieceStream extends InputStream {
    /** Larger pieces would delay log lines and pings, which use the same connection. */
    static final int PIECE = 256 * 1024;

    /**
     * The maximum number of pieces that are requested in advance. With a round trip of 50 ms, this allows about 125
     * MB/s. All pieces take less than 8 MB of memory, with the copies that Remoting makes.
     */
    static final int MAX_UNDER_WAY = 24;

    protected final Upload.Archive archive;
    protected final Duration limit;
    private final Queue<Future<byte[]>> underWay = new ArrayDeque<>();
    private long requested;
    private ByteBuffer piece = ByteBuffer.allocate(0);

    /** @param limit maximum time to wait for a piece */
    protected PieceStream(Upload.Archive archive, Duration limit) {
        this.archive = archive;
        this.limit = limit;
    }

    /** Requests a piece of the archive, which is shorter if the file ends there. */
    protected abstract Future<byte[]> request(long offset, int length);

    /** Returns the exception to throw if the agent sends no more pieces. */
    protected abstract IOException failure(Exception e);

    @Override
    public int read() throws IOException {
        byte[] single = readNBytes(1);
        return single.length == 0 ? -1 : Byte.toUnsignedInt(single[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (length > 0 && !piece.hasRemaining()) {
            while (requested < archive.size() && underWay.size() < MAX_UNDER_WAY) {
                int next = (int) Math.min(PIECE, archive.size() - requested);
                underWay.add(request(requested, next));
                requested += next;
            }
            if (underWay.isEmpty()) {
                return -1;
            }
            piece = ByteBuffer.wrap(received(underWay.element()));
            underWay.remove();
        }
        int count = Math.min(length, piece.remaining());
        piece.get(bytes, offset, count);
        return count;
    }

    private byte[] received(Future<byte[]> next) throws IOException {
        try {
            return next.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Upload.FileException file ? file : failure(e);
        } catch (TimeoutException | CancellationException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    @Override
    public void close() {
        underWay.forEach(next -> next.cancel(true));
    }
}

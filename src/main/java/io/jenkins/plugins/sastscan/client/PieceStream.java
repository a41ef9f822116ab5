package io.jenkins.plugins.sastscan.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    private final Duration limit;
    private final Queue<Future<byte[]>> underWay = new ConcurrentLinkedQueue<>();
    private long requested;
    private long received;
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private volatile boolean closed;

    /** @param limit maximum time to wait for a piece */
    protected PieceStream(Upload.Archive archive, Duration limit) {
        this.archive = archive;
        this.limit = limit;
    }

    protected abstract Future<byte[]> request(long offset, int length);

    /** Returns the exception to throw if the agent sends no more pieces. */
    protected abstract IOException failure(Exception e);

    /** Waits for the first piece. Closes the stream if the wait fails or is interrupted. */
    public PieceStream open() throws IOException, InterruptedException {
        try {
            next();
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
        return this;
    }

    @Override
    public int read() throws IOException {
        byte[] single = readNBytes(1);
        return single.length == 0 ? -1 : Byte.toUnsignedInt(single[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            if (length > 0 && !piece.hasRemaining() && !next()) {
                return -1;
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
        int count = Math.min(length, piece.remaining());
        piece.get(bytes, offset, count);
        return count;
    }

    /** Ends any wait for a piece. */
    @Override
    public void close() {
        closed = true;
        underWay.forEach(next -> next.cancel(true));
    }

    /** Returns false at the end of the archive. Until the first piece has arrived, no further piece is requested. */
    private boolean next() throws IOException, InterruptedException {
        while (!closed && requested < archive.size() && underWay.size() < (received == 0 ? 1 : MAX_UNDER_WAY)) {
            underWay.add(request(requested, pieceAt(requested)));
            requested += pieceAt(requested);
        }
        if (closed) {
            close();
            throw failure(new CancellationException());
        }
        if (underWay.isEmpty()) {
            return false;
        }
        byte[] bytes;
        try {
            bytes = underWay.element().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Upload.FileException file ? file : failure(e);
        } catch (TimeoutException | CancellationException e) {
            throw failure(e);
        }
        underWay.remove();
        if (bytes.length != pieceAt(received)) {
            throw archive.changed();
        }
        received += bytes.length;
        piece = ByteBuffer.wrap(bytes);
        return true;
    }

    private int pieceAt(long offset) {
        return (int) Math.min(PIECE, archive.size() - offset);
    }
}

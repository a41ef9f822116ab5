package io.jenkins.plugins.sastscan.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/**
 * Writes the archive file, checks its size against the limit, and tells the digest which bytes are final. Bytes after
 * {@link #hold} can still be changed or discarded. Not thread-safe.
 */
final class ArchiveOutput implements Closeable {
    private static final int BUFFER = 1 << 18;
    private static final long NOT_HELD = Long.MAX_VALUE;

    private final TargetFile file;
    private final SeekableByteChannel channel;
    private final SizeLimit limit;
    private final TrailingDigest digest;
    private final byte[] buffer = new byte[BUFFER];
    /** Position of the buffer's first byte in the file. */
    private long flushed;

    private int buffered;
    private long measured;
    private long held = NOT_HELD;
    private long measuredBeforeHeld;

    ArchiveOutput(TargetFile file, SizeLimit limit, CompressorPool pool) throws IOException {
        this.file = file;
        this.channel = file.channel();
        this.limit = limit;
        this.digest = new TrailingDigest(file.openAgain(), pool);
    }

    SeekableByteChannel openSpool() throws IOException {
        return file.openSpool();
    }

    long position() {
        return flushed + buffered;
    }

    /** Size in bytes of the request body for everything measured so far. */
    long measured() {
        return measured;
    }

    /** Counts bytes towards the limit in advance. {@link #writeMeasured} writes them later. */
    void measure(byte[] bytes, int length) throws ArchiveException {
        measured += limit.meter().measure(bytes, 0, length);
        limit.check(measured, "The archive", "Exclude files that the scan does not need");
    }

    void write(byte[] bytes, int length) throws IOException {
        measure(bytes, length);
        writeMeasured(bytes, length);
    }

    void writeMeasured(byte[] bytes, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (buffered == BUFFER) {
                flush();
            }
            int part = Math.min(length - done, BUFFER - buffered);
            System.arraycopy(bytes, done, buffer, buffered, part);
            buffered += part;
            done += part;
        }
    }

    /** Starts a hold: the following bytes can be changed or discarded. */
    void hold() {
        held = position();
        measuredBeforeHeld = measured;
    }

    /** Replaces the first held bytes, counts the new ones, and ends the hold. */
    void release(byte[] first) throws IOException {
        measure(first, first.length);
        flush();
        channel.position(held);
        writeFully(ByteBuffer.wrap(first));
        channel.position(flushed);
        held = NOT_HELD;
    }

    /** Discards all bytes since the hold, and ends it. */
    void discard() throws IOException {
        flush();
        channel.truncate(held);
        channel.position(held);
        flushed = held;
        measured = measuredBeforeHeld;
        held = NOT_HELD;
    }

    /** Flushes the buffer and returns the SHA-256 of the archive. */
    byte[] finish() throws IOException, InterruptedException {
        flush();
        return digest.finish(flushed);
    }

    @Override
    public void close() throws IOException {
        digest.close();
    }

    private void flush() throws IOException {
        writeFully(ByteBuffer.wrap(buffer, 0, buffered));
        flushed += buffered;
        buffered = 0;
        digest.settled(Math.min(flushed, held));
    }

    private void writeFully(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}

package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/**
 * The archive's file while it is written: counts its bytes against the limit, and tells the digest which of them are
 * settled. Bytes from a {@link #hold} on may still be changed or taken back. For one thread.
 */
final class ArchiveOutput {
    private static final int BUFFER = 1 << 18;
    private static final long NOT_HELD = Long.MAX_VALUE;

    private final SeekableByteChannel channel;
    private final SizeLimit limit;
    private final byte[] buffer = new byte[BUFFER];
    private final TrailingDigest digest;
    /** Where in the file the buffer's first byte belongs. */
    private long flushed;

    private int buffered;
    private long measured;
    private long held = NOT_HELD;
    private long measuredBeforeHeld;

    ArchiveOutput(SeekableByteChannel channel, SizeLimit limit, TrailingDigest digest) {
        this.channel = channel;
        this.limit = limit;
        this.digest = digest;
    }

    /** Bytes written so far. */
    long position() {
        return flushed + buffered;
    }

    /** Body bytes that those written become. */
    long measured() {
        return measured;
    }

    /** Counts bytes against the limit that will be written later without being counted again. */
    void measure(byte[] bytes, int offset, int length) throws ArchiveTooLargeException {
        measured += limit.meter().measure(bytes, offset, length);
        if (measured > limit.bytes()) {
            throw new ArchiveTooLargeException("The archive is too large: its first " + (position() + length)
                    + " bytes make a request body of " + measured + " bytes already, and the limit is " + limit.bytes()
                    + " bytes; exclude what the scan does not need, or raise the limit.");
        }
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        measure(bytes, offset, length);
        writeMeasured(bytes, offset, length);
    }

    void writeMeasured(byte[] bytes, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (buffered == BUFFER) {
                flush();
            }
            int part = Math.min(length - done, BUFFER - buffered);
            System.arraycopy(bytes, offset + done, buffer, buffered, part);
            buffered += part;
            done += part;
        }
    }

    /** From here on bytes can be changed or taken back; the next {@code length} of them stay together. */
    void hold(int length) throws IOException {
        if (BUFFER - buffered < length) {
            flush();
        }
        held = position();
        measuredBeforeHeld = measured;
    }

    /** Puts bytes in the place of the first ones held, counts them, and ends the hold. */
    void release(byte[] first) throws IOException {
        measure(first, 0, first.length);
        if (held >= flushed) {
            System.arraycopy(first, 0, buffer, (int) (held - flushed), first.length);
        } else {
            channel.position(held);
            writeFully(ByteBuffer.wrap(first));
            channel.position(flushed);
        }
        held = NOT_HELD;
    }

    /** Takes all bytes back that were written since the hold, and ends it. */
    void takeBack() throws IOException {
        if (held >= flushed) {
            buffered = (int) (held - flushed);
        } else {
            channel.truncate(held);
            channel.position(held);
            flushed = held;
            buffered = 0;
        }
        measured = measuredBeforeHeld;
        held = NOT_HELD;
    }

    /** Writes what is left and gives the SHA-256 of all. */
    byte[] finish() throws IOException, InterruptedException {
        flush();
        return digest.finish(flushed);
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

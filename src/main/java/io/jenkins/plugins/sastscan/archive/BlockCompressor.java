package io.jenkins.plugins.sastscan.archive;

import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Deflates runs of bytes such that what it gives for the blocks of a file, one after the other and then {@link #end}, is
 * one valid stream of deflate (RFC 1951), though each was deflated on its own: every block ends at the boundary of a byte,
 * and refers back to its predecessor through a preset dictionary. For one thread.
 */
final class BlockCompressor implements AutoCloseable {
    /** The most bytes of a block: small enough that many fit in memory, large enough that their joints cost nothing. */
    static final int BLOCK = 1 << 18;
    /** How far deflate refers back. */
    static final int REACH = 1 << 15;

    /** An empty last block. */
    private static final byte[] END = {3, 0};

    private static final int MOST_STORED = 0xFFFF;
    private static final int STORED_HEADER = 5;

    private final Deflater deflater;
    private final Compressibility compressibility = new Compressibility();
    private final byte[] out = new byte[BLOCK];

    BlockCompressor(int level) {
        deflater = new Deflater(level, true);
    }

    /** What follows the last block of a content. */
    static byte[] end() {
        return END.clone();
    }

    /** The whole of a content of at most {@link #BLOCK} bytes, deflated; null if that does not make it smaller. */
    byte[] whole(byte[] content, int length) {
        if (!compressibility.promising(content, 0, length)) {
            return null;
        }
        deflater.reset();
        deflater.setInput(content, 0, length);
        deflater.finish();
        int compressed = deflate(length, Deflater.NO_FLUSH);
        return compressed < length ? Arrays.copyOf(out, compressed) : null;
    }

    /**
     * A block of a longer content.
     *
     * @param content holds the block, and before it {@code reach} bytes of its predecessor
     * @param reach at most {@link #REACH}
     * @param length bytes of the block, 1 to {@link #BLOCK}
     */
    byte[] block(byte[] content, int reach, int length) {
        if (compressibility.promising(content, reach, length)) {
            deflater.reset();
            deflater.setDictionary(content, 0, reach);
            deflater.setInput(content, reach, length);
            int compressed = deflate(length, Deflater.SYNC_FLUSH);
            if (compressed < length) {
                return Arrays.copyOf(out, compressed);
            }
        }
        return stored(content, reach, length);
    }

    @Override
    public void close() {
        deflater.end();
    }

    /** Deflates all input into the buffer; if that does not hold it within {@code most} bytes, returns {@code most}. */
    private int deflate(int most, int flush) {
        return deflater.deflate(out, 0, most, flush);
    }

    private static byte[] stored(byte[] content, int offset, int length) {
        int blocks = (length + MOST_STORED - 1) / MOST_STORED;
        byte[] stored = new byte[length + blocks * STORED_HEADER];
        int to = 0;
        for (int from = 0; from < length; from += MOST_STORED) {
            int part = Math.min(MOST_STORED, length - from);
            stored[to + 1] = (byte) part;
            stored[to + 2] = (byte) (part >> 8);
            stored[to + 3] = (byte) ~part;
            stored[to + 4] = (byte) (~part >> 8);
            System.arraycopy(content, offset + from, stored, to + STORED_HEADER, part);
            to += STORED_HEADER + part;
        }
        return stored;
    }
}

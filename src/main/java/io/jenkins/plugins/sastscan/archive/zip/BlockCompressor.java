package io.jenkins.plugins.sastscan.archive.zip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Deflates the blocks of a file independently of each other. The concatenated blocks, followed by {@link #END}, are one
 * valid deflate stream (RFC 1951). Each block except the first has a preset dictionary: the end of the previous block.
 */
public final class BlockCompressor implements AutoCloseable {
    /** The deflate level: 1 is the fastest, 9 gives the smallest result. */
    public static final int LEVEL = 6;

    /**
     * Maximum block size in bytes: small enough to keep many blocks in memory, but large enough for negligible
     * overhead.
     */
    public static final int BLOCK = 1 << 18;
    /** Maximum distance of a back reference in deflate, in bytes. */
    static final int REACH = 1 << 15;

    /** An empty final block, to append after the last block of a file. */
    static final byte[] END = {3, 0};

    private static final int MAX_STORED = 0xFFFF;
    private static final int STORED_HEADER = 5;

    private final Deflater deflater = new Deflater(LEVEL, true);
    private final Compressibility compressibility = new Compressibility();
    final byte[] buffer = new byte[BLOCK];

    private final byte[] out = new byte[BLOCK];

    /**
     * Deflates a complete file of at most {@link #BLOCK} bytes. Returns null if the result is not smaller, or is not
     * expected to be smaller.
     */
    byte[] whole(byte[] content, int length) {
        if (!compressibility.promising(content, 0, length)) {
            return null;
        }
        deflater.reset();
        deflater.setInput(content, 0, length);
        deflater.finish();
        int compressed = deflater.deflate(out, 0, length, Deflater.NO_FLUSH);
        return compressed < length ? Arrays.copyOf(out, compressed) : null;
    }

    /**
     * @param content the last {@code reach} bytes of the previous block, then the block itself
     * @param reach at most {@link #REACH}
     * @param length size of the block, 1 to {@link #BLOCK} bytes
     */
    byte[] block(byte[] content, int reach, int length) {
        if (compressibility.promising(content, reach, length)) {
            deflater.reset();
            deflater.setDictionary(content, 0, reach);
            deflater.setInput(content, reach, length);
            int compressed = deflater.deflate(out, 0, length, Deflater.SYNC_FLUSH);
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

    private static byte[] stored(byte[] content, int offset, int length) {
        int blocks = (length + MAX_STORED - 1) / MAX_STORED;
        ByteBuffer stored = ByteBuffer.allocate(length + blocks * STORED_HEADER).order(ByteOrder.LITTLE_ENDIAN);
        for (int from = 0; from < length; from += MAX_STORED) {
            int part = Math.min(MAX_STORED, length - from);
            stored.put((byte) 0).putShort((short) part).putShort((short) ~part).put(content, offset + from, part);
        }
        return stored.array();
    }
}

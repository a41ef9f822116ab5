package io.jenkins.plugins.sastscan.archive.zip;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.Deflater;

/** Deflates content for a zip file. For one thread at a time. */
final class Compressor {
    /** The deflate level: 1 is the fastest, 9 gives the smallest result. */
    private static final int LEVEL = 6;

    /**
     * Maximum size of a file that is compressed as a whole, in bytes. An array of 1 MiB would take twice as much of a
     * small heap: with its header, it does not fit into a region of the garbage collector G1.
     */
    static final int WHOLE = (1 << 20) - 64;

    private static final int SAMPLE = 1 << 12;
    private static final int MIN_SAMPLED = 8 * SAMPLE;

    final byte[] buffer = new byte[WHOLE];
    private final byte[] out = new byte[WHOLE];
    private final Deflater best = new Deflater(LEVEL, true);
    private final Deflater sampler = new Deflater(Deflater.BEST_SPEED, true);
    private final Deflater storer = new Deflater(Deflater.NO_COMPRESSION, true);

    /** Tells whether deflating one of three samples saves at least 3 %. It does not for compressed content. */
    private boolean promising(int length) {
        return length < MIN_SAMPLED
                || IntStream.of(0, (length - SAMPLE) / 2, length - SAMPLE)
                        .anyMatch(at -> deflate(sampler, at, SAMPLE) < SAMPLE - SAMPLE * 3 / 100);
    }

    /** Returns at most {@code length}. */
    private int deflate(Deflater deflater, int offset, int length) {
        deflater.reset();
        deflater.setInput(buffer, offset, length);
        deflater.finish();
        return deflater.deflate(out, 0, length, Deflater.NO_FLUSH);
    }

    /**
     * Deflates the first bytes of {@link #buffer}, which are a complete file. Returns them unchanged if the result is
     * not smaller, or is not expected to be smaller.
     */
    byte[] whole(int length) {
        int compressed = promising(length) ? deflate(best, 0, length) : length;
        return Arrays.copyOf(compressed < length ? out : buffer, compressed);
    }

    /** Returns a deflater for a file whose first bytes are in {@link #buffer}. */
    Deflater deflater(int length) {
        Deflater deflater = promising(length) ? best : storer;
        deflater.reset();
        return deflater;
    }

    void close() {
        best.end();
        sampler.end();
        storer.end();
    }
}

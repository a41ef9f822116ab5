package io.jenkins.plugins.sastscan.archive;

import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Guesses whether deflating bytes is worth the time. Compressed content has nearly the same number of each byte value; only
 * where a sample has that, a trial decides. For one thread.
 */
final class Compressibility implements AutoCloseable {
    private static final int SAMPLE = 4_096;
    private static final int SMALLEST_JUDGED = 4 * SAMPLE;
    /** A trial that does not get below this share of the sample's size is not worth it. */
    private static final double WORTH = 0.97;

    private final Deflater trial = new Deflater(Deflater.BEST_SPEED, true);
    private final byte[] sink = new byte[SAMPLE];
    private final int[] counts = new int[256];

    /** Looks at the beginning, the middle and the end: one place that compresses is enough. */
    boolean promising(byte[] bytes, int offset, int length) {
        return length < SMALLEST_JUDGED
                || promisingAt(bytes, offset)
                || promisingAt(bytes, offset + (length - SAMPLE) / 2)
                || promisingAt(bytes, offset + length - SAMPLE);
    }

    @Override
    public void close() {
        trial.end();
    }

    private boolean promisingAt(byte[] bytes, int offset) {
        return uneven(bytes, offset) || shrinks(bytes, offset);
    }

    private boolean uneven(byte[] bytes, int offset) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < SAMPLE; i++) {
            counts[bytes[offset + i] & 0xFF]++;
        }
        long squares = 0;
        for (int count : counts) {
            squares += (long) count * count;
        }
        // Random bytes give about SAMPLE * SAMPLE / 256 + SAMPLE; text gives ten times as much.
        return squares > 3L * (SAMPLE / 256 + 1) * SAMPLE / 2;
    }

    private boolean shrinks(byte[] bytes, int offset) {
        trial.reset();
        trial.setInput(bytes, offset, SAMPLE);
        trial.finish();
        int compressed = trial.deflate(sink);
        return trial.finished() && compressed < WORTH * SAMPLE;
    }
}

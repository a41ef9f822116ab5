package io.jenkins.plugins.sastscan.archive.zip;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Estimates whether deflating is worthwhile. A sample is promising if some byte values are much more frequent than
 * others, or if many byte sequences repeat. Both are rare in compressed data.
 */
final class Compressibility {
    private static final int SAMPLE = 4_096;
    private static final int MIN_LENGTH = 4 * SAMPLE;

    /**
     * The method {@code uneven} adds the squared frequencies of all byte values, and compares the sum with this
     * threshold. The sum for random bytes is rarely above the threshold. The sum for text is more than ten times
     * the threshold. Below the threshold, Huffman coding saves at most 3 %.
     */
    private static final int EVEN = (SAMPLE * SAMPLE / 256 + SAMPLE) * 9 / 8;

    /** To save 3 %, deflate needs about this number of repeated four-byte sequences in a sample. */
    private static final int FEW_REPEATS = SAMPLE * 3 / 100;

    private static final int HASH_BITS = 12;

    private final int[] counts = new int[256];
    /** For each hash, the last position at which the sample has four bytes with this hash, or 0. */
    private final short[] seen = new short[1 << HASH_BITS];

    boolean promising(byte[] bytes, int offset, int length) {
        return length < MIN_LENGTH
                || IntStream.of(offset, offset + (length - SAMPLE) / 2, offset + length - SAMPLE)
                        .anyMatch(sample -> uneven(bytes, sample) || repeating(bytes, sample));
    }

    private boolean uneven(byte[] bytes, int offset) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < SAMPLE; i++) {
            counts[bytes[offset + i] & 0xFF]++;
        }
        return Arrays.stream(counts).map(count -> count * count).sum() > EVEN;
    }

    private boolean repeating(byte[] bytes, int offset) {
        Arrays.fill(seen, (short) 0);
        ByteBuffer sample = ByteBuffer.wrap(bytes, offset, SAMPLE).slice();
        int repeats = 0;
        for (int i = 1; i <= SAMPLE - Integer.BYTES; i++) {
            int four = sample.getInt(i);
            int hash = four * 0x9E3779B1 >>> 32 - HASH_BITS;
            if (sample.getInt(seen[hash]) == four) {
                repeats++;
            }
            seen[hash] = (short) i;
        }
        return repeats > FEW_REPEATS;
    }
}

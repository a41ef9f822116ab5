package io.jenkins.plugins.sastscan.archive.zip;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Deflater;

/** Deflates content for a zip file. For one thread at a time. */
final class Compressor implements AutoCloseable {
    /** The deflate level: 1 is the fastest, 9 gives the smallest result. */
    static final int LEVEL = 6;

    /** Maximum size of a file that is compressed as a whole, in bytes. */
    static final int WHOLE = 1 << 20;

    interface Output {
        void write(byte[] bytes, int length) throws IOException;
    }

    private final Deflater deflater = new Deflater(LEVEL, true);
    private final Compressibility compressibility = new Compressibility();
    private final byte[] out = new byte[WHOLE];
    final byte[] buffer = new byte[WHOLE];

    /** Whether it is worthwhile to deflate content that begins with the first bytes of {@link #buffer}. */
    boolean promising(int length) {
        return compressibility.promising(buffer, 0, length);
    }

    /**
     * Deflates the first bytes of {@link #buffer}, which are a complete file. Returns null if the result is not
     * smaller, or is not expected to be smaller.
     */
    byte[] whole(int length) {
        if (!promising(length)) {
            return null;
        }
        deflater.reset();
        deflater.setInput(buffer, 0, length);
        deflater.finish();
        int compressed = deflater.deflate(out, 0, length, Deflater.NO_FLUSH);
        return compressed < length ? Arrays.copyOf(out, compressed) : null;
    }

    /** Begins to deflate a file in parts. */
    void begin() {
        deflater.reset();
    }

    /** Deflates the first bytes of {@link #buffer}. */
    void add(int length, Output output) throws IOException {
        deflater.setInput(buffer, 0, length);
        while (!deflater.needsInput()) {
            output.write(out, deflater.deflate(out));
        }
    }

    void end(Output output) throws IOException {
        deflater.finish();
        while (!deflater.finished()) {
            output.write(out, deflater.deflate(out));
        }
    }

    @Override
    public void close() {
        deflater.end();
    }
}

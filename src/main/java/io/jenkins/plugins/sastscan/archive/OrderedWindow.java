package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * What is being compressed, in the order in which it has to be written, and never more of it than a bound: before more is
 * taken in, the first is waited for and written. For one thread.
 */
final class OrderedWindow {
    /** Waits for something to be compressed, and writes it. */
    interface Step {
        void write() throws IOException, InterruptedException;
    }

    private record Pending(int bytes, Step step) {}

    /** Enough for four threads not to wait for the slowest block. */
    static final int MOST_BYTES = 6 << 20;

    private static final int MOST_STEPS = 64;

    private final Queue<Pending> pending = new ArrayDeque<>();
    private int bytes;

    /** Takes a step in that holds so many bytes of memory, after writing the first ones if it does not fit. */
    void add(int size, Step step) throws IOException, InterruptedException {
        while (!pending.isEmpty() && (bytes + size > MOST_BYTES || pending.size() >= MOST_STEPS)) {
            writeFirst();
        }
        bytes += size;
        pending.add(new Pending(size, step));
    }

    /** Writes all that is left. */
    void drain() throws IOException, InterruptedException {
        while (!pending.isEmpty()) {
            writeFirst();
        }
    }

    private void writeFirst() throws IOException, InterruptedException {
        Pending first = pending.remove();
        first.step.write();
        bytes -= first.bytes;
    }
}

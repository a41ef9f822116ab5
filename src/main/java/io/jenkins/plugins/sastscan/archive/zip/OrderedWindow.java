package io.jenkins.plugins.sastscan.archive.zip;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A bounded queue of blocks that are being compressed. If the queue is full, {@link #add} first writes the oldest
 * blocks.
 */
final class OrderedWindow {
    /** Processes a part of the archive in order. If a compression task creates this part, waits for the task first. */
    interface Step {
        void write() throws IOException, InterruptedException;
    }

    private record Pending(int bytes, Step step) {}

    /** Maximum number of bytes in the queue, enough to keep eight threads busy while one block is slow. */
    static final int MAX_BYTES = 6 << 20;

    private static final int MAX_STEPS = 64;

    private final Queue<Pending> pending = new ArrayDeque<>();
    private int bytes;

    /** Adds a step that occupies {@code size} bytes of memory. */
    void add(int size, Step step) throws IOException, InterruptedException {
        while (!pending.isEmpty() && (bytes + size > MAX_BYTES || pending.size() >= MAX_STEPS)) {
            writeFirst();
        }
        bytes += size;
        pending.add(new Pending(size, step));
    }

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

package io.jenkins.plugins.sastscan.archive;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Threads that compress, each with a compressor and a buffer of its own for the time of a task. */
final class CompressorPool implements AutoCloseable {
    /** What a task may use. */
    record Tools(BlockCompressor compressor, byte[] buffer) {}

    /** How long to wait for a thread that reads from a disk which does not answer. */
    private static final long SECONDS_TO_END = 10;

    private final ExecutorService threads;
    private final Queue<Tools> idle = new ConcurrentLinkedQueue<>();

    CompressorPool(int number, int level) {
        AtomicInteger count = new AtomicInteger();
        threads = Executors.newFixedThreadPool(number, task -> {
            Thread thread = new Thread(task, "sast-archive-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        for (int i = 0; i < number; i++) {
            idle.add(new Tools(new BlockCompressor(level), new byte[BlockCompressor.BLOCK]));
        }
    }

    <T> Future<T> submit(Function<Tools, T> task) {
        return threads.submit(() -> {
            Tools tools = idle.remove();
            try {
                return task.apply(tools);
            } finally {
                idle.add(tools);
            }
        });
    }

    /** Waits for a task. A task that throws is a defect, or out of memory: it fails the caller too. */
    static <T> T result(Future<T> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Gives up what is not done yet, and returns when the threads are gone. */
    @Override
    public void close() {
        threads.shutdownNow();
        boolean interrupted = Thread.interrupted();
        try {
            threads.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        idle.forEach(tools -> tools.compressor.close());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

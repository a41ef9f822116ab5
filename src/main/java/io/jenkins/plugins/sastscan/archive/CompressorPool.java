package io.jenkins.plugins.sastscan.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Threads that compress, each with a compressor and a buffer of its own for the time of a task. Tasks come from one thread,
 * which closes the pool too.
 */
final class CompressorPool implements AutoCloseable {
    /** What a task may use. */
    record Tools(BlockCompressor compressor, byte[] buffer) {}

    /** How long to wait for a thread that reads from a disk which does not answer. */
    private static final long SECONDS_TO_END = 2;

    private final List<Thread> threads = new ArrayList<>();
    private final ExecutorService executor;
    private final Queue<Tools> idle = new ConcurrentLinkedQueue<>();

    CompressorPool(int number, int level) {
        executor = Executors.newFixedThreadPool(number, this::thread);
        for (int i = 0; i < number; i++) {
            idle.add(new Tools(new BlockCompressor(level), new byte[BlockCompressor.BLOCK]));
        }
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(task, "sast-archive-" + (threads.size() + 1));
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    <T> Future<T> submit(Function<Tools, T> task) {
        return executor.submit(() -> {
            Tools tools = idle.remove();
            try {
                return task.apply(tools);
            } finally {
                idle.add(tools);
            }
        });
    }

    /** Does something that needs no tools after another such thing, which may be under way still. */
    CompletableFuture<Void> after(CompletableFuture<Void> before, Runnable task) {
        return before.thenRunAsync(task, executor);
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
        executor.shutdownNow();
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_END);
        try {
            for (Thread thread : threads) {
                TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        idle.forEach(tools -> tools.compressor.close());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

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
 * A pool of compressing threads. Each running task has a compressor and a buffer of its own. Used and closed by a
 * single thread.
 */
final class CompressorPool implements AutoCloseable {
    record Tools(BlockCompressor compressor, byte[] buffer) {}

    /** Limits the wait for a thread that is blocked on an unresponsive disk. */
    private static final long SECONDS_TO_END = 2;

    private final List<Thread> threads = new ArrayList<>();
    private final ExecutorService executor;
    private final Queue<Tools> idle = new ConcurrentLinkedQueue<>();

    CompressorPool(int number) {
        executor = Executors.newFixedThreadPool(number, this::thread);
        for (int i = 0; i < number; i++) {
            idle.add(new Tools(new BlockCompressor(), new byte[BlockCompressor.BLOCK]));
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

    /** Runs a task without tools after another one completes. */
    CompletableFuture<Void> after(CompletableFuture<Void> before, Runnable task) {
        return before.thenRunAsync(task, executor);
    }

    /** Waits for a task. An exception in a task is a defect or a lack of memory, so it is rethrown. */
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

    /** Cancels unfinished tasks and waits for the threads to end. */
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

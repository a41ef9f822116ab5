package io.jenkins.plugins.sastscan.archive.zip;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Threads that compress files. Only one thread may use and close the pool. */
public final class CompressorPool implements AutoCloseable {
    /** Limits the wait for a thread that is blocked on an unresponsive disk. */
    private static final long SECONDS_TO_END = 2;

    private final ExecutorService executor;
    private final Queue<BlockCompressor> idle = new ConcurrentLinkedQueue<>();

    public CompressorPool(int number) {
        executor = Executors.newFixedThreadPool(number, CompressorPool::thread);
        for (int i = 0; i < number; i++) {
            idle.add(new BlockCompressor());
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "sast-archive");
        thread.setDaemon(true);
        return thread;
    }

    <T> Future<T> submit(Function<BlockCompressor, T> task) {
        return executor.submit(() -> {
            BlockCompressor compressor = idle.remove();
            try {
                return task.apply(compressor);
            } finally {
                idle.add(compressor);
            }
        });
    }

    CompletableFuture<Void> after(CompletableFuture<Void> before, Runnable task) {
        return before.thenRunAsync(task, executor);
    }

    /** Returns the result of a task. An exception other than an I/O error indicates a bug or a lack of memory. */
    static <T> T result(Future<T> task) throws IOException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
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
        try {
            executor.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        idle.forEach(BlockCompressor::close);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

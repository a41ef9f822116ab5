package io.jenkins.plugins.sastscan.build;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs work on a worker thread. If the caller is interrupted, the worker thread is interrupted again and again until it
 * ends. A single interrupt can be lost, for example while remoting loads a class.
 */
final class WorkerThread {
    private static final long FIRST_PAUSE_MILLIS = 100;

    /** A lost interrupt is repeated within this time. */
    private static final long MAX_PAUSE_MILLIS = 1_000;

    private WorkerThread() {}

    /** Waits for the end of the work, even after an interrupt. */
    static <T> T run(Callable<T> work) throws IOException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "sast-scan");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (InterruptedException e) {
            end(thread);
            throw e;
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    private static void end(Thread thread) {
        long pause = FIRST_PAUSE_MILLIS;
        while (thread.isAlive()) {
            thread.interrupt();
            try {
                thread.join(pause);
            } catch (InterruptedException again) {
                // The caller was interrupted again. The loop continues until the worker thread has ended.
            }
            pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
        }
    }

    /** Throws an interrupt, an error or a runtime exception. Returns any other failure, for the caller to throw. */
    static IOException thrown(Throwable cause) throws InterruptedException {
        if (cause instanceof InterruptedException interrupt) {
            throw interrupt;
        }
        if (cause instanceof RuntimeException defect) {
            throw defect;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException told ? told : new IOException(cause);
    }
}

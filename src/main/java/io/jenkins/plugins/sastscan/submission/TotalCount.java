package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.SelectedFile;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Counts the bytes of the files of an archive while it is being made, for its progress to have a percentage: beside it, and
 * only if it takes a while, since counting is a walk of its own.
 */
final class TotalCount implements AutoCloseable {
    /** Most archives are made in less. */
    static final Duration DELAY = Duration.ofSeconds(3);

    /** How long to wait for a disk that does not answer. */
    private static final long SECONDS_TO_END = 2;

    /** Hands out the files of the archive. */
    interface Listing {
        void each(Consumer<SelectedFile> file) throws IOException, InterruptedException;
    }

    private final Thread thread;

    /**
     * Counts on a thread of its own, which ends with {@link #close} if not before.
     *
     * @param delay how long to wait before
     * @param counted is told the sum, by that thread; not if it could not be had
     */
    TotalCount(Duration delay, Listing files, LongConsumer counted) {
        thread = new Thread(() -> count(delay, files, counted), "sast-archive-count");
        thread.setDaemon(true);
        thread.start();
    }

    private static void count(Duration delay, Listing files, LongConsumer counted) {
        try {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
            long[] bytes = {0};
            files.each(file -> bytes[0] += file.size());
            counted.accept(bytes[0]);
        } catch (IOException | InterruptedException e) {
            // Progress goes on without a percentage; what is wrong with the files is for the archive to tell.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            TimeUnit.SECONDS.timedJoin(thread, SECONDS_TO_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;

/**
 * How an archive is made. Only the level changes its bytes.
 *
 * @param threads threads that compress, 1 to {@value #MOST_THREADS}, or {@value #AUTOMATIC} for as many as the machine
 *     that archives has processors, at most {@value #MOST_AUTOMATIC_THREADS}
 * @param level the level of deflate, 1 (fast) to 9 (small)
 * @param limit how large the archive may become
 */
public record ArchiveOptions(int threads, int level, SizeLimit limit) implements Serializable {
    private static final long serialVersionUID = 1;

    public static final int AUTOMATIC = 0;
    public static final int DEFAULT_LEVEL = 6;
    static final int MOST_THREADS = 64;
    static final int MOST_AUTOMATIC_THREADS = 4;

    /** @throws InvalidInputException if a number is out of its range */
    public ArchiveOptions {
        if (threads < AUTOMATIC || threads > MOST_THREADS) {
            throw new InvalidInputException("An archive cannot be made by " + threads + " threads: give 1 to "
                    + MOST_THREADS + ", or " + AUTOMATIC + " to have the number chosen.");
        }
        if (level < 1 || level > 9) {
            throw new InvalidInputException(
                    "The compression level " + level + " does not exist: give 1 (fast) to 9 (small).");
        }
    }

    /** Threads by the machine, level {@value #DEFAULT_LEVEL}, no limit. */
    public static ArchiveOptions defaults() {
        return new ArchiveOptions(AUTOMATIC, DEFAULT_LEVEL, SizeLimit.none());
    }

    public ArchiveOptions withThreads(int number) {
        return new ArchiveOptions(number, level, limit);
    }

    public ArchiveOptions withLimit(SizeLimit other) {
        return new ArchiveOptions(threads, level, other);
    }

    /** The threads to use on this machine. */
    int threadsHere() {
        return threads == AUTOMATIC
                ? Math.min(MOST_AUTOMATIC_THREADS, Runtime.getRuntime().availableProcessors())
                : threads;
    }
}

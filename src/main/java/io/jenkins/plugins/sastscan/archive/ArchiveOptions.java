package io.jenkins.plugins.sastscan.archive;

import java.io.Serializable;

/**
 * How to create an archive. Only the level affects its bytes.
 *
 * @param threads number of compressing threads; {@value #AUTOMATIC} means one per processor, up to
 *     {@value #MAX_AUTOMATIC_THREADS}
 * @param level deflate level, 1 (fast) to 9 (small)
 * @param limit maximum size of the archive
 */
public record ArchiveOptions(int threads, int level, SizeLimit limit) implements Serializable {
    private static final long serialVersionUID = 1;

    public static final int AUTOMATIC = 0;
    public static final int DEFAULT_LEVEL = 6;
    static final int MAX_AUTOMATIC_THREADS = 4;

    /** Automatic threads, level {@value #DEFAULT_LEVEL}, no size limit. */
    public static ArchiveOptions defaults() {
        return new ArchiveOptions(AUTOMATIC, DEFAULT_LEVEL, SizeLimit.none());
    }

    public ArchiveOptions withThreads(int number) {
        return new ArchiveOptions(number, level, limit);
    }

    public ArchiveOptions withLimit(SizeLimit other) {
        return new ArchiveOptions(threads, level, other);
    }

    int threadsHere() {
        return threads == AUTOMATIC
                ? Math.min(MAX_AUTOMATIC_THREADS, Runtime.getRuntime().availableProcessors())
                : threads;
    }
}

package io.jenkins.plugins.sastscan.service;

/** Receives the progress of an upload. */
@FunctionalInterface
public interface ByteProgress {
    ByteProgress NONE = (sent, total) -> {};

    /**
     * Called after each part of the archive, on the thread that sends: it must be fast. A retry starts again with a smaller
     * number.
     *
     * @param sent bytes of the archive so far, without the overhead of the encoding
     * @param total bytes of the whole archive
     */
    void sent(long sent, long total);
}

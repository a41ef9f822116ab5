package io.jenkins.plugins.sastscan.service;

/** Hears how far an upload is. */
@FunctionalInterface
public interface ByteProgress {
    /** Hears nothing. */
    ByteProgress NONE = (sent, total) -> {};

    /**
     * Called for each part of the archive that was handed to the network, from the thread that sends: it must be quick and
     * may be another thread than the caller's. An upload that is repeated begins again with a smaller number.
     *
     * @param sent bytes of the archive so far, without the encoding's overhead
     * @param total bytes of the whole archive
     */
    void sent(long sent, long total);
}

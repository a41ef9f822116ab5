package io.jenkins.plugins.sastscan.archive;

/**
 * Receives the progress of an archive. Called often, on the archiving thread, so implementations must be fast and must
 * not block.
 */
@FunctionalInterface
public interface ArchiveProgress {
    /**
     * @param files number of files completely in the archive
     * @param bytes number of bytes archived so far, before compression
     */
    void progressed(long files, long bytes);

    static ArchiveProgress none() {
        return (files, bytes) -> {};
    }
}

package io.jenkins.plugins.sastscan.archive;

/** Told how far an archive has come, often and by the thread that archives: it must be cheap and must not block. */
@FunctionalInterface
public interface ArchiveProgress {
    /**
     * @param files files that are wholly in the archive by now
     * @param bytes bytes of files, before compression, that are in the archive by now
     */
    void progressed(long files, long bytes);

    /** Nobody is told. */
    static ArchiveProgress none() {
        return (files, bytes) -> {};
    }
}

package io.jenkins.plugins.sastscan.archive;

import java.nio.file.Path;

/** An archive that the build made already. */
public final class ReadyArchive {
    private ReadyArchive() {}

    /**
     * Reads an archive through and says what it holds.
     *
     * @param file a zip file with at least one file in it, not encrypted, whose names stay inside
     * @param limit how large it may be
     * @param progress told how far it has come, by the calling thread
     * @throws ArchiveTooLargeException if it goes over the limit
     * @throws ArchiveException if it cannot be read, is damaged, or does not fit the above
     * @throws InterruptedException soon after the calling thread was interrupted
     */
    public static ArchiveFacts inspect(Path file, SizeLimit limit, ArchiveProgress progress)
            throws ArchiveException, InterruptedException {
        throw new UnsupportedOperationException("comes with the next commits");
    }
}

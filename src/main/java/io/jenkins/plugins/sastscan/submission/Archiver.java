package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveProgress;
import java.io.IOException;

/** Makes archives where the files are. */
public interface Archiver {
    /**
     * Archives a source, or examines the archive that it names.
     *
     * @throws IOException with a sentence for people, if there is nothing to archive or no way to; nothing is left behind
     * @throws InterruptedException if the thread was interrupted; nothing is left behind
     */
    PreparedArchive archive(Source source, ArchiveProgress progress) throws IOException, InterruptedException;

    /** Deletes an archive if it is temporary. */
    void discard(PreparedArchive archive) throws IOException, InterruptedException;
}

package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveProgress;
import java.io.IOException;

/** Creates archives on the machine that has the files. */
public interface Archiver {
    /**
     * Archives a directory, or checks an existing archive. Leaves no files behind if it throws.
     *
     * @throws IOException if there is nothing to archive, or archiving fails; the message is for users
     * @throws InterruptedException if the thread is interrupted
     */
    PreparedArchive archive(Source source, ArchiveProgress progress) throws IOException, InterruptedException;

    /** Deletes an archive if it is temporary. */
    void discard(PreparedArchive archive) throws IOException, InterruptedException;
}

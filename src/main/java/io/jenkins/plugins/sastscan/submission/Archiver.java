package io.jenkins.plugins.sastscan.submission;

import java.io.IOException;
import java.time.Duration;

/** Creates archives on the machine that has the files. */
public interface Archiver {
    /**
     * Archives a directory, or checks an existing archive. If this method throws, it leaves no files behind.
     *
     * @throws IOException if there is nothing to archive, or if archiving fails; the message is for users
     */
    PreparedArchive archive(Source source) throws IOException, InterruptedException;

    /** Returns the content digest that a new archive would have, without creating the archive. */
    String digest(Source.Files source) throws IOException, InterruptedException;

    /** Keeps the manifest as an artifact of the build. If this method throws, nothing is uploaded. */
    default void keepManifest(PreparedArchive archive) throws IOException, InterruptedException {}

    /**
     * If the archive is temporary, deletes the archive and its manifest.
     *
     * @param limit maximum time to wait for the machine that has the archive
     */
    void discard(PreparedArchive archive, Duration limit) throws IOException, InterruptedException;
}

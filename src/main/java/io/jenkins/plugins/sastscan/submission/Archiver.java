package io.jenkins.plugins.sastscan.submission;

import java.io.IOException;
import java.util.function.LongConsumer;

/** Creates archives on the machine that has the files. */
public interface Archiver {
    /**
     * Archives a directory, or checks an existing archive. Leaves no files behind if it throws.
     *
     * @param progress receives the number of bytes so far, before compression; called often, so it must be fast
     * @throws IOException if there is nothing to archive, or archiving fails; the message is for users
     */
    PreparedArchive archive(Source source, LongConsumer progress) throws IOException, InterruptedException;

    /**
     * Returns the content digest of the archive that would be created now, by reading and hashing alone. Otherwise like
     * {@link #archive}.
     */
    String digest(Source.Files source, LongConsumer progress) throws IOException, InterruptedException;

    /**
     * Stores the manifest of an archive where users can find it, if the archive has one. Called before the upload, so
     * that nothing is sent without its manifest.
     */
    default void keepManifest(PreparedArchive archive) throws IOException, InterruptedException {}

    /** Deletes an archive and its manifest if they are temporary. */
    void discard(PreparedArchive archive) throws IOException, InterruptedException;
}

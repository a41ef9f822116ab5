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
     * Returns the content digest that a new archive would have, without creating the archive. Reports progress and
     * fails like {@link #archive}.
     */
    String digest(Source.Files source, LongConsumer progress) throws IOException, InterruptedException;

    /**
     * Stores the manifest of the archive, if it has one, where users can find it. Called before the upload, so that no
     * archive is sent without its manifest.
     */
    default void keepManifest(PreparedArchive archive) throws IOException, InterruptedException {}

    /** Deletes an archive and its manifest if they are temporary. */
    void discard(PreparedArchive archive) throws IOException, InterruptedException;
}

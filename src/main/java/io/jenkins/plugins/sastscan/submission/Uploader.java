package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.ByteProgress;
import java.io.IOException;

/** Uploads archives from where they lie. */
@FunctionalInterface
public interface Uploader {
    /**
     * Uploads an archive to a project.
     *
     * @throws IOException with a sentence for people, if it did not succeed
     * @throws InterruptedException if the thread was interrupted; the upload has ended
     */
    void upload(long projectId, PreparedArchive archive, ByteProgress progress)
            throws IOException, InterruptedException;
}

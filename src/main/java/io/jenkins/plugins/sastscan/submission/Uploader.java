package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.ProjectId;
import java.io.IOException;

/** Uploads archives from the machine that has them. */
@FunctionalInterface
public interface Uploader {
    /**
     * Uploads an archive to a project.
     *
     * @throws IOException if the upload fails; the message is for users
     * @throws InterruptedException if the thread is interrupted; the upload has ended
     */
    void upload(ProjectId project, PreparedArchive archive, ByteProgress progress)
            throws IOException, InterruptedException;
}

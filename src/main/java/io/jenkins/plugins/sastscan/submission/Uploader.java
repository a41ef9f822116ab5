package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.client.ProjectId;
import java.io.IOException;

/** Uploads archives, either from the machine that has the archive or from the controller. */
@FunctionalInterface
public interface Uploader {
    /**
     * If this method throws, an upload from an agent may still run for a short time.
     *
     * @throws IOException if the upload fails; the message is for users
     */
    void upload(ProjectId project, PreparedArchive archive) throws IOException, InterruptedException;
}

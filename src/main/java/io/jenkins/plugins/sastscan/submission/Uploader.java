package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import java.io.IOException;

/** Uploads archives from where they lie. It is given a token and has no way to another: no secret goes along. */
@FunctionalInterface
public interface Uploader {
    /**
     * Uploads an archive to a project.
     *
     * @throws io.jenkins.plugins.sastscan.service.RefusedException if the service refused it, perhaps only for the token
     * @throws IOException with a sentence for people, if it did not succeed for another reason
     * @throws InterruptedException if the thread was interrupted; the upload has ended
     */
    void upload(long projectId, PreparedArchive archive, AccessToken token, ByteProgress progress)
            throws IOException, InterruptedException;
}

package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.remoting.RequestAbortedException;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.UploadTarget;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Uploader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Uploads from the controller, for servers that agents cannot reach. The archive is streamed to a file there first, since
 * an upload may have to be repeated.
 */
final class ControllerUploader implements Uploader {
    private final FilePath workspace;
    private final UploadTarget target;
    private final RetrySum retries;

    ControllerUploader(FilePath workspace, UploadTarget target, RetrySum retries) {
        this.workspace = workspace;
        this.target = target;
        this.retries = retries;
    }

    @Override
    public void upload(long projectId, PreparedArchive archive, AccessToken token, ByteProgress progress)
            throws IOException, InterruptedException {
        if (!workspace.isRemote()) {
            retries.of(() -> target.upload(projectId, Path.of(archive.file()), token, progress));
            return;
        }
        Path copy = Files.createTempFile("sast-scan-", ".zip");
        try {
            fetch(archive, copy);
            retries.of(() -> target.upload(projectId, copy, token, progress));
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private void fetch(PreparedArchive archive, Path copy) throws IOException, InterruptedException {
        try (OutputStream out = Files.newOutputStream(copy)) {
            workspace.child(archive.file()).copyTo(out);
        } catch (RequestAbortedException e) {
            throw Failures.unwrapped(e);
        }
    }
}

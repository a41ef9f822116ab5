package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.model.TaskListener;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.UploadTarget;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.Uploader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import jenkins.MasterToSlaveFileCallable;

/** Uploads from the agent that has the archive. Of all secrets only the access token goes there. */
final class AgentUploader implements Uploader {
    private final FilePath workspace;
    private final UploadTarget target;
    private final TaskListener listener;
    private final RetrySum retries;

    AgentUploader(FilePath workspace, UploadTarget target, TaskListener listener, RetrySum retries) {
        this.workspace = workspace;
        this.target = target;
        this.listener = listener;
        this.retries = retries;
    }

    @Override
    public void upload(long projectId, PreparedArchive archive, AccessToken token, ByteProgress progress)
            throws IOException, InterruptedException {
        UploadCallable upload = new UploadCallable(projectId, archive.file(), token, target, listener);
        retries.of(() -> AgentWork.act(workspace, upload));
    }

    /** The upload, on the agent. Progress is written into the build's log from there. */
    private static final class UploadCallable extends MasterToSlaveFileCallable<Integer> {
        private static final long serialVersionUID = 1;

        private final long projectId;
        private final String archive;
        private final AccessToken token;
        private final UploadTarget target;
        private final TaskListener listener;

        UploadCallable(long projectId, String archive, AccessToken token, UploadTarget target, TaskListener listener) {
            this.projectId = projectId;
            this.archive = archive;
            this.token = token;
            this.target = target;
            this.listener = listener;
        }

        @Override
        public Integer invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
            SubmissionLog log = new SubmissionLog(listener.getLogger()::println);
            log.begun(Stage.UPLOAD);
            return target.upload(
                    projectId, Path.of(archive), token, (sent, total) -> log.progressed(Stage.UPLOAD, sent, total));
        }
    }
}

package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.Uploader;
import io.jenkins.plugins.sastscan.submission.WorkLock;
import java.io.IOException;
import java.nio.file.Path;

/** Uploads from the agent, which receives no secret except the access token. */
record AgentUploader(
        FilePath workspace, SastClient service, TemporaryFiles files, BuildContext build, int readTimeoutSeconds)
        implements Uploader {
    @Override
    public void upload(ProjectId project, PreparedArchive archive) throws ServiceException, InterruptedException {
        long total = archive.facts().archiveBytes();
        service.uploadFrom(
                attempt -> onAgent(new Sending(attempt, total, files, readTimeoutSeconds)),
                project,
                archive.forUpload());
    }

    private UploadAttempt.Result onAgent(Sending work) throws ServiceException, InterruptedException {
        try {
            return AgentWork.act(workspace, build.log(), work);
        } catch (IOException e) {
            throw ServiceException.ofSender(Failures.sentence(e), e);
        }
    }

    private record Sending(UploadAttempt attempt, long total, TemporaryFiles files, int readTimeoutSeconds)
            implements AgentWork<UploadAttempt.Result> {
        private static final long serialVersionUID = 1;

        @Override
        @SuppressWarnings("try") // the variable "lock" is closed but not used
        public UploadAttempt.Result run(Path workspace, SubmissionLog log) throws InterruptedException {
            log.setReadTimeout(readTimeoutSeconds);
            log.begun(Stage.UPLOAD);
            try (WorkLock lock = files.lock()) {
                return attempt.send(sent -> log.progressed(Stage.UPLOAD, sent, total));
            }
        }
    }
}

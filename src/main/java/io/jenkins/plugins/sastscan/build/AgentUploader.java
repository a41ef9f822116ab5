package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import java.io.IOException;
import java.nio.file.Path;

/** Uploads from the agent, which receives no secret except the access token. */
record AgentUploader(FilePath workspace, SastClient service, BuildContext build, int readTimeoutSeconds)
        implements SubmissionRun.Uploader {
    @Override
    public void upload(ProjectId project, PreparedArchive archive) throws ServiceException, InterruptedException {
        long total = archive.report().archiveBytes;
        service.uploadFrom(
                attempt -> onAgent(new Sending(attempt, total, readTimeoutSeconds)), project, archive.forUpload());
    }

    private UploadAttempt.Result onAgent(Sending work) throws ServiceException, InterruptedException {
        try {
            return RemoteWork.run(workspace, build::log, RemoteWork.limit(), work);
        } catch (IOException e) {
            throw ServiceException.ofSender(Failures.sentence(e), e);
        }
    }

    private record Sending(UploadAttempt attempt, long total, int readTimeoutSeconds)
            implements RemoteWork.Task<UploadAttempt.Result> {
        private static final long serialVersionUID = 1;

        @Override
        public UploadAttempt.Result run(Path workspace, SubmissionLog log, Deadline deadline)
                throws InterruptedException {
            log.setReadTimeout(readTimeoutSeconds);
            log.begun(Stage.UPLOAD);
            return attempt.send(sent -> log.progressed(Stage.UPLOAD, sent, total));
        }
    }
}

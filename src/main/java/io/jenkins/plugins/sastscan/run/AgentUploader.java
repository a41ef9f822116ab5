package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.model.TaskListener;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.Uploader;
import io.jenkins.plugins.sastscan.submission.WorkLock;
import java.io.File;
import java.io.IOException;
import jenkins.MasterToSlaveFileCallable;

/** Uploads from the agent that has the archive. The agent receives no secret except the access token. */
final class AgentUploader implements Uploader {
    private final FilePath workspace;
    private final SastService service;
    private final TemporaryFiles files;
    private final TaskListener listener;

    AgentUploader(FilePath workspace, SastService service, TemporaryFiles files, TaskListener listener) {
        this.workspace = workspace;
        this.service = service;
        this.files = files;
        this.listener = listener;
    }

    @Override
    public void upload(ProjectId project, PreparedArchive archive, ByteProgress progress)
            throws IOException, InterruptedException {
        ArchiveFacts facts = archive.facts();
        service.upload(
                project,
                archive.file(),
                facts.archiveBytes(),
                facts.bodyBytes(),
                attempt -> AgentWork.act(workspace, new AttemptCallable(attempt, files, listener)));
    }

    /** An upload attempt on the agent. Writes progress to the log of the build. */
    private static final class AttemptCallable extends MasterToSlaveFileCallable<UploadAttempt.Result> {
        private static final long serialVersionUID = 1;

        private final UploadAttempt attempt;
        private final TemporaryFiles files;
        private final TaskListener listener;

        AttemptCallable(UploadAttempt attempt, TemporaryFiles files, TaskListener listener) {
            this.attempt = attempt;
            this.files = files;
            this.listener = listener;
        }

        @Override
        @SuppressWarnings("try") // only held
        public UploadAttempt.Result invoke(File workspace, VirtualChannel channel) throws InterruptedException {
            SubmissionLog log = new SubmissionLog(listener.getLogger()::println);
            log.begun(Stage.UPLOAD);
            try (WorkLock lock = files.lock()) {
                return attempt.send((sent, total) -> log.progressed(Stage.UPLOAD, sent, total));
            }
        }
    }
}

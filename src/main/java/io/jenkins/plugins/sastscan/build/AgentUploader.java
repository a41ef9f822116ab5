package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.Retry;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Uploads from the agent, which receives no secret except the access token.
 *
 * @param retried receives the fact that the controller uploads instead
 * @param fallback uploads if the agent cannot connect to the SAST server, but the controller can; empty for none
 */
record AgentUploader(
        FilePath workspace,
        SastClient service,
        BuildContext build,
        int readTimeoutSeconds,
        Consumer<Retry> retried,
        Optional<SubmissionRun.Uploader> fallback)
        implements SubmissionRun.Uploader {
    @Override
    public void upload(ProjectId project, UploadAttempt.Archive archive) throws IOException, InterruptedException {
        Agent agent = new Agent(project, archive.size());
        try {
            service.uploadFrom(agent, project, archive);
        } catch (ServiceException e) {
            if (!agent.left) {
                throw e;
            }
            retried.accept(new Retry(
                    "the agent cannot connect, so the controller uploads",
                    "which Upload from: The controller makes permanent. " + e.getMessage()));
            fallback.orElseThrow().upload(project, archive);
        }
    }

    /** The agent as the machine that makes the attempts. */
    private final class Agent implements UploadAttempt.Sender {
        private final ProjectId project;
        private final long total;
        private boolean left;

        Agent(ProjectId project, long total) {
            this.project = project;
            this.total = total;
        }

        @Override
        public UploadAttempt.Result send(UploadAttempt attempt) throws ServiceException, InterruptedException {
            return onAgent(new Sending(attempt, total, readTimeoutSeconds));
        }

        /** If the controller cannot connect either, the SAST server is down, and the agent tries again. */
        @Override
        public boolean gaveUp(ServiceException failure) throws InterruptedException {
            left = fallback.isPresent() && service.isReachable(project);
            return left;
        }
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
            return attempt.send(deadline, sent -> log.progressed(Stage.UPLOAD, sent, total));
        }
    }
}

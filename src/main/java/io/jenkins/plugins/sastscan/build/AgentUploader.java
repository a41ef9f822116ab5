package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.model.Computer;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
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
        Consumer<Retry> retried,
        Optional<SubmissionRun.Uploader> fallback)
        implements SubmissionRun.Uploader {
    /** The agent stops sending this long before the controller stops waiting, so that the result still arrives. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    @Override
    public void upload(ProjectId project, Upload.Archive archive) throws IOException, InterruptedException {
        Agent agent = new Agent(project, archive.size());
        try {
            service.uploadFrom(agent, project, archive);
        } catch (ServiceException e) {
            if (!agent.left) {
                throw e;
            }
            Computer computer = workspace.toComputer();
            retried.accept(new Retry(
                    "agent " + (computer == null ? "" : computer.getName()) + " cannot connect to the SAST server",
                    "so the controller uploads. To make this permanent, set Upload from to The controller. Reason: "
                            + e.getMessage()));
            fallback.orElseThrow().upload(project, archive);
        }
    }

    /** The agent as the machine that makes the attempts. */
    private final class Agent implements Upload.Sender {
        private final ProjectId project;
        private final long total;
        private boolean left;

        Agent(ProjectId project, long total) {
            this.project = project;
            this.total = total;
        }

        /** The agent gets the time that is left for the call, so it holds the turn of the project no longer. */
        @Override
        public Upload.Result send(Upload upload, Duration timeLeft, Upload.Controller controller)
                throws ServiceException, InterruptedException {
            Duration limit = Collections.min(List.of(timeLeft.plus(MARGIN), RemoteWork.limit()));
            OnController here = new OnController(controller);
            try {
                return RemoteWork.run(workspace, build::log, limit, new Sending(upload, here, total));
            } catch (IOException e) {
                throw ServiceException.ofSender(Failures.sentence(e), e);
            } finally {
                here.ended = true;
            }
        }

        /** If the controller cannot connect either, the SAST server is down, and the agent tries again. */
        @Override
        public boolean gaveUp(ServiceException failure) throws InterruptedException {
            left = fallback.isPresent() && service.isReachable(project);
            return left;
        }
    }

    /** What an agent asks the controller after each attempt. The interface is public, because remoting requires it. */
    public interface Question extends Serializable {
        /** See {@link Upload.Controller}. */
        boolean isRetried(Upload.Result result) throws InterruptedException;
    }

    /** On an agent, it is a remote object. */
    private static final class OnController implements Question {
        private static final long serialVersionUID = 1;

        private final transient Upload.Controller controller;
        private transient volatile boolean ended;

        OnController(Upload.Controller controller) {
            this.controller = controller;
        }

        @Override
        public boolean isRetried(Upload.Result result) throws InterruptedException {
            return !ended && controller.isRetried(result);
        }

        /** Remoting releases the remote object at the end of the call. */
        private Object writeReplace() {
            return RemoteWork.remote(Question.class, this);
        }
    }

    private record Sending(Upload upload, Question question, long total) implements RemoteWork.Task<Upload.Result> {
        private static final long serialVersionUID = 1;

        @Override
        public Upload.Result run(Path workspace, SubmissionLog log, Deadline deadline) throws InterruptedException {
            log.begun();
            Deadline earlier = new Deadline(deadline.clock(), deadline.limit().minus(MARGIN), deadline.start());
            return upload.send(earlier, question::isRetried, sent -> log.progressed(Stage.UPLOAD, sent, total));
        }
    }
}

package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.model.Computer;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.PieceStream;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import jenkins.agents.ControllerToAgentFileCallable;

/**
 * Uploads an archive. The agent that has the archive sends it, and receives no secret except the access token. If the
 * agent must not or cannot send it, the controller does: it reads the archive in pieces, and stores nothing.
 */
final class ArchiveUpload implements Upload.Sender {
    /** The agent stops sending this long before the controller stops waiting, so that the result still arrives. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final SubmissionPlan plan;
    private final FilePath workspace;
    private final ServerConnection connection;
    private final Upload.Archive archive;
    private final SubmissionRecorder recorder;
    private volatile boolean agentGaveUp;

    /** @param connection after the recheck at the turn of the project */
    ArchiveUpload(
            SubmissionPlan plan, ServerConnection connection, Upload.Archive archive, SubmissionRecorder recorder) {
        this.plan = plan;
        this.workspace = plan.build().workspace();
        this.connection = connection;
        this.archive = archive;
        this.recorder = recorder;
    }

    void run() throws IOException, InterruptedException {
        // Checked again, because the size comes from the agent.
        plan.limit().check(archive.encodedSize(), "The archive", "Exclude more files");
        if (isFromAgent()) {
            try {
                connection.service().upload(plan.project(), archive, this);
                return;
            } catch (ServiceException e) {
                if (!agentGaveUp) {
                    throw e;
                }
                Computer computer = workspace.toComputer();
                recorder.retried(new Retry(
                        "agent " + (computer == null ? "" : computer.getName()) + " cannot connect to the SAST server",
                        "so the controller uploads. To make this permanent, set Upload from to The controller. Reason: "
                                + e.getMessage()));
            }
        }
        Upload.FileRead<InputStream> content = workspace.isRemote() ? OnAgent::new : archive::open;
        SubmissionLog log = new SubmissionLog(recorder::progressed);
        Upload.Content transport =
                new Upload.Content(content, sent -> log.progressed(Stage.UPLOAD, sent, archive.size()));
        connection.service().upload(plan.project(), archive, transport);
    }

    private boolean isFromAgent() {
        if (connection.server().getUploadFrom() == UploadFrom.CONTROLLER || !workspace.isRemote()) {
            return false;
        }
        Optional<String> obstacle = connection.obstacleForAgents();
        obstacle.ifPresent(recorder::progressed);
        return obstacle.isEmpty();
    }

    /** The agent gets the time that is left for the call, so it holds the turn of the project no longer. */
    @Override
    public Serializable send(Upload upload, Duration timeLeft) throws ServiceException, InterruptedException {
        Duration limit = Collections.min(List.of(timeLeft.plus(MARGIN), RemoteWork.limit()));
        try {
            return RemoteWork.run(workspace, recorder::progressed, limit, new Sending(upload));
        } catch (IOException e) {
            throw new ServiceException(Failures.sentence(e), e);
        }
    }

    /**
     * Decides whether the controller uploads instead of an agent that cannot connect: only if the controller can connect.
     * Otherwise the SAST server is down, and the agent tries again.
     */
    @Override
    public boolean gaveUp() throws InterruptedException {
        agentGaveUp = connection.server().getUploadFrom() == UploadFrom.AUTOMATIC
                && connection.service().isReachable(plan.project());
        return agentGaveUp;
    }

    private record Sending(Upload upload) implements RemoteWork.Task<Serializable> {
        @Override
        public Serializable run(RemoteWork.Work work) throws InterruptedException {
            Deadline given = work.deadline();
            Deadline earlier = new Deadline(given.clock(), given.limit().minus(MARGIN), given.start());
            long total = upload.archive().size();
            return upload.send(earlier, sent -> work.log().progressed(Stage.UPLOAD, sent, total));
        }
    }

    /** Reads the archive on the agent for one attempt of the controller. */
    private final class OnAgent extends PieceStream {
        OnAgent() {
            super(
                    ArchiveUpload.this.archive,
                    Duration.ofSeconds(connection.server().getReadTimeoutSeconds()));
        }

        @Override
        protected Future<byte[]> request(long offset, int length) {
            return RemoteWork.start(workspace, new Piece(archive, offset, length));
        }

        @Override
        protected ServiceException failure(Exception e) {
            IOException told = Failures.unwrapped(e);
            String message = e instanceof TimeoutException
                    ? "The agent sent no data for " + Figures.words(limit)
                            + ". Check its load and its connection to the controller."
                    : Failures.sentence(told);
            return new ServiceException(message, told);
        }
    }

    /** The agent opens the archive for each piece, so that nothing stays open if the controller is lost. */
    private record Piece(Upload.Archive archive, long offset, int length)
            implements ControllerToAgentFileCallable<byte[]> {
        @Override
        public byte[] invoke(File workspace, VirtualChannel channel) throws IOException {
            return archive.piece(offset, length);
        }
    }
}

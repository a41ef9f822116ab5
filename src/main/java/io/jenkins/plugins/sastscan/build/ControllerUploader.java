package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.remoting.Channel;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.client.PieceStream;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.Uploader;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jenkins.agents.ControllerToAgentFileCallable;

/**
 * Forwards the archive from the agent in pieces, so the controller stores nothing.
 *
 * @param longestWait maximum time to wait for a piece of the archive
 */
record ControllerUploader(
        FilePath workspace, SastClient service, SizeLimit limit, Duration longestWait, SubmissionLog log)
        implements Uploader {
    @Override
    public void upload(ProjectId project, PreparedArchive archive) throws IOException, InterruptedException {
        limit.check(archive.facts().encodedBytes(), "The archive", "Exclude more files");
        UploadAttempt.Archive file = archive.forUpload();
        UploadAttempt.Content content = file;
        if (workspace.getChannel() instanceof Channel agent) {
            content = () -> new OnAgent(agent, file).open();
        }
        long total = archive.facts().archiveBytes();
        service.upload(project, file, content, sent -> log.progressed(Stage.UPLOAD, sent, total));
    }

    /** Reads the archive on the agent for one upload attempt. */
    private final class OnAgent extends PieceStream {
        /** How long a build waits for the agent to close the archive. */
        private static final long CLOSE_MILLIS = 1_000;

        private final String id = "sast-scan-" + UUID.randomUUID();
        private final Channel agent;
        private final Future<Void> work;

        OnAgent(Channel agent, UploadAttempt.Archive archive) throws IOException, InterruptedException {
            super(archive, longestWait);
            this.agent = agent;
            AgentWork.OnMachine.sendClasses(agent);
            agent.setProperty(id, true);
            work = start(new Reading(id, archive));
        }

        private <T> Future<T> start(FilePath.FileCallable<T> callable) throws IOException {
            try {
                return workspace.actAsync(callable);
            } catch (IOException | InterruptedException e) {
                // The agent is lost, even if its channel is not closed yet.
                throw failure(new AgentLostException());
            }
        }

        @Override
        protected Future<byte[]> request(long offset, int length) throws IOException {
            return start(new Piece(id, offset, length));
        }

        @Override
        protected Future<Void> work() {
            return work;
        }

        @Override
        protected ServiceException failure(Exception e) {
            IOException told = Failures.unwrapped(e);
            String message = e instanceof TimeoutException
                    ? "The agent sent no data for " + Figures.words(longestWait)
                            + ". Check its load and its connection to the controller."
                    : Failures.sentence(told);
            return ServiceException.ofSender(message, told);
        }

        @Override
        public void close() {
            super.close();
            agent.setProperty(id, null);
            try {
                request(0, 0);
                work.get(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (IOException | ExecutionException e) {
                // The agent has already closed the archive, or the connection is lost.
            } catch (TimeoutException e) {
                work.cancel(true);
            } catch (InterruptedException e) {
                work.cancel(true);
                Thread.currentThread().interrupt();
            }
        }
    }

    /** An open archive on the agent, kept in a property of the channel to the controller. */
    private record Open(UploadAttempt.Archive archive, FileChannel file, CountDownLatch end) {}

    /** Keeps the archive open on the agent until a piece of length 0 is requested or the work is interrupted. */
    private record Reading(String id, UploadAttempt.Archive archive) implements ControllerToAgentFileCallable<Void> {
        private static final long serialVersionUID = 1;

        @Override
        public Void invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
            Channel controller = Channel.currentOrFail();
            return WorkerThread.run(() -> {
                AgentWork.OnMachine.requireWanted(controller, id);
                try (FileChannel file = archive.channel()) {
                    Open open = new Open(archive, file, new CountDownLatch(1));
                    controller.setProperty(id, open);
                    open.end.await();
                    return null;
                } finally {
                    controller.setProperty(id, null);
                }
            });
        }
    }

    private record Piece(String id, long offset, int length) implements ControllerToAgentFileCallable<byte[]> {
        private static final long serialVersionUID = 1;
        private static final long CHECK_MILLIS = 10;

        @Override
        public byte[] invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
            Channel controller = Channel.currentOrFail();
            Open open = (Open) controller.getProperty(id);
            while (open == null) {
                AgentWork.OnMachine.requireWanted(controller, id);
                Thread.sleep(CHECK_MILLIS);
                open = (Open) controller.getProperty(id);
            }
            if (length == 0) {
                open.end.countDown();
            }
            return open.archive.piece(open.file, offset, length);
        }
    }
}

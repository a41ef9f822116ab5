package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.client.PieceStream;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import jenkins.agents.ControllerToAgentFileCallable;

/**
 * Forwards the archive from the agent in pieces, so the controller stores nothing.
 *
 * @param longestWait maximum time to wait for a piece of the archive
 */
record ControllerUploader(
        FilePath workspace, SastClient service, SizeLimit limit, Duration longestWait, SubmissionLog log)
        implements SubmissionRun.Uploader {
    @Override
    public void upload(ProjectId project, Upload.Archive archive) throws IOException, InterruptedException {
        limit.check(archive.encodedSize(), "The archive", "Exclude more files");
        Upload.Content content = workspace.isRemote() ? () -> new OnAgent(archive).open() : archive;
        service.upload(project, archive, content, sent -> log.progressed(Stage.UPLOAD, sent, archive.size()));
    }

    /** Reads the archive on the agent for one upload attempt. */
    private final class OnAgent extends PieceStream {
        OnAgent(Upload.Archive archive) {
            super(archive, longestWait);
        }

        @Override
        protected Future<byte[]> request(long offset, int length) {
            return RemoteWork.start(workspace, new Piece(archive, offset, length));
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
    }

    /** The agent opens the archive for each piece, so that nothing stays open if the controller is lost. */
    private record Piece(Upload.Archive archive, long offset, int length)
            implements ControllerToAgentFileCallable<byte[]> {
        private static final long serialVersionUID = 1;

        @Override
        public byte[] invoke(File workspace, VirtualChannel channel) throws IOException {
            return archive.piece(offset, length);
        }
    }
}

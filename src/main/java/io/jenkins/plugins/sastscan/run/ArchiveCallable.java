package io.jenkins.plugins.sastscan.run;

import hudson.model.TaskListener;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.WorkLock;
import java.io.File;
import java.io.IOException;
import jenkins.MasterToSlaveFileCallable;

/** Archives on the machine that has the files. Writes progress to the log of the build. */
final class ArchiveCallable extends MasterToSlaveFileCallable<PreparedArchive> {
    private static final long serialVersionUID = 1;

    private final Source source;
    private final TemporaryFiles files;
    private final SizeLimit limit;
    private final TaskListener listener;

    ArchiveCallable(Source source, TemporaryFiles files, SizeLimit limit, TaskListener listener) {
        this.source = source;
        this.files = files;
        this.limit = limit;
        this.listener = listener;
    }

    @Override
    @SuppressWarnings("try") // only held
    public PreparedArchive invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
        SubmissionLog log = new SubmissionLog(listener.getLogger()::println);
        log.begun(Stage.ARCHIVE);
        try (WorkLock lock = files.lock()) {
            return new LocalArchiver(workspace.toPath(), files, limit)
                    .archive(source, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0));
        }
    }
}

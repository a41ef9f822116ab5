package io.jenkins.plugins.sastscan.run;

import hudson.model.TaskListener;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import jenkins.MasterToSlaveFileCallable;

/** Archives on the machine that has the files. Writes progress to the log of the build. */
final class ArchiveCallable extends MasterToSlaveFileCallable<PreparedArchive> {
    private static final long serialVersionUID = 1;

    /** A subdirectory of its own, because other steps use the temporary directory, too, possibly as other users. */
    private static final String FOLDER = "sast-scan";

    private final Source source;
    private final String temporary;
    private final String owner;
    private final SizeLimit limit;
    private final TaskListener listener;

    ArchiveCallable(Source source, String temporary, String owner, SizeLimit limit, TaskListener listener) {
        this.source = source;
        this.temporary = temporary;
        this.owner = owner;
        this.limit = limit;
        this.listener = listener;
    }

    @Override
    public PreparedArchive invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
        SubmissionLog log = new SubmissionLog(listener.getLogger()::println);
        log.begun(Stage.ARCHIVE);
        return new LocalArchiver(workspace.toPath(), Path.of(temporary, FOLDER), owner, limit)
                .archive(source, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0));
    }
}

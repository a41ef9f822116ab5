package io.jenkins.plugins.sastscan.run;

import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import java.io.IOException;
import java.nio.file.Path;

/** Archives on the machine that has the files. Writes progress to the log of the build. */
final class ArchiveCallable extends LoggedWork<PreparedArchive> {
    private static final long serialVersionUID = 1;

    /** A subdirectory of its own, because other steps use the temporary directory, too, possibly as other users. */
    private static final String FOLDER = "sast-scan";

    private final Source source;
    private final String temporary;
    private final String owner;
    private final SizeLimit limit;

    ArchiveCallable(
            Source source, String temporary, String owner, SizeLimit limit, TaskListener listener, String branch) {
        super(listener, branch);
        this.source = source;
        this.temporary = temporary;
        this.owner = owner;
        this.limit = limit;
    }

    @Override
    PreparedArchive work(Path workspace, SubmissionLog log) throws IOException, InterruptedException {
        log.begun(Stage.ARCHIVE);
        return new LocalArchiver(workspace, Path.of(temporary, FOLDER), owner, limit)
                .archive(source, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0));
    }
}

package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.WorkLock;
import java.io.IOException;
import java.nio.file.Path;

/** Archives on the machine that has the files. Writes progress to the log of the build. */
final class ArchiveCallable extends LoggedWork<PreparedArchive> {
    private static final long serialVersionUID = 1;

    private final Source source;
    private final TemporaryFiles files;
    private final SizeLimit limit;

    ArchiveCallable(Source source, TemporaryFiles files, SizeLimit limit, BuildLog log) {
        super(log, 1);
        this.source = source;
        this.files = files;
        this.limit = limit;
    }

    @Override
    @SuppressWarnings("try") // only held
    PreparedArchive work(Path workspace, SubmissionLog log) throws IOException, InterruptedException {
        log.begun(Stage.ARCHIVE);
        try (WorkLock lock = files.lock()) {
            return new LocalArchiver(workspace, files, limit)
                    .archive(source, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0));
        }
    }
}

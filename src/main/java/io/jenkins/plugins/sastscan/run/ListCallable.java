package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.submission.Listing;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Objects;

/** Lists the files of a dry run on the machine that has them, directly into the log of the build. */
final class ListCallable extends LoggedWork<ListCallable.Listed> {
    private static final long serialVersionUID = 1;

    private static final int LINES_AT_ONCE = 100;

    private final Source source;
    private final SizeLimit limit;

    ListCallable(Source source, SizeLimit limit, BuildLog log) {
        super(log, LINES_AT_ONCE);
        this.source = source;
        this.limit = limit;
    }

    record Listed(long files, long bytes, SkippedFiles skippedFiles) implements Serializable {
        private static final long serialVersionUID = 1;

        /** @throws IllegalArgumentException if the values, which may come from an agent, are impossible */
        Listed {
            if (files < 0 || bytes < 0) {
                throw new IllegalArgumentException("negative");
            }
            Objects.requireNonNull(skippedFiles);
        }
    }

    @Override
    Listed work(Path workspace, SubmissionLog log) throws IOException, InterruptedException {
        Listing listing = new Listing(log);
        SkippedFiles skippedFiles = new LocalArchiver(workspace, null, limit).list(source, listing::add);
        listing.end(skippedFiles);
        return new Listed(listing.files(), listing.bytes(), skippedFiles);
    }
}

package io.jenkins.plugins.sastscan.run;

import hudson.model.TaskListener;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.submission.Listing;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;
import jenkins.MasterToSlaveFileCallable;

/** Lists the files of a dry run on the machine that has them, directly into the log of the build. */
final class ListCallable extends MasterToSlaveFileCallable<ListCallable.Listed> {
    private static final long serialVersionUID = 1;

    private final Source source;
    private final SizeLimit limit;
    private final TaskListener listener;

    ListCallable(Source source, SizeLimit limit, TaskListener listener) {
        this.source = source;
        this.limit = limit;
        this.listener = listener;
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
    public Listed invoke(File workspace, VirtualChannel channel) throws IOException, InterruptedException {
        Listing listing = new Listing(new SubmissionLog(listener.getLogger()::println));
        SkippedFiles skippedFiles =
                new LocalArchiver(workspace.toPath(), workspace.toPath(), "list", limit).list(source, listing::add);
        listing.end(skippedFiles);
        return new Listed(listing.files(), listing.bytes(), skippedFiles);
    }
}

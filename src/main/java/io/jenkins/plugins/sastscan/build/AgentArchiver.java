package io.jenkins.plugins.sastscan.build;

import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.LocalArchiver;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.archive.TemporaryFiles;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.DryRunLog;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import jenkins.agents.ControllerToAgentFileCallable;

/** The work with archives, on the machine that has the workspace of the build. */
final class AgentArchiver {
    private AgentArchiver() {}

    private static LocalArchiver local(Path directory, Boundary boundary, SizeLimit limit, SubmissionLog log) {
        return new LocalArchiver(directory, boundary, limit, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0));
    }

    /**
     * Archives a directory, or checks an existing archive. If this fails, it leaves no files behind.
     *
     * @param temporary the directory for the archive
     */
    record Archiving(Source source, Boundary boundary, String temporary, SizeLimit limit)
            implements RemoteWork.Task<PreparedArchive> {
        private static final long serialVersionUID = 1;

        @Override
        public PreparedArchive run(Path directory, SubmissionLog log, Deadline deadline)
                throws IOException, InterruptedException {
            log.begun(Stage.ARCHIVE);
            LocalArchiver archiver = local(directory, boundary, limit, log);
            if (source instanceof Source.ExistingArchive existing) {
                ArchiveFacts facts = archiver.inspect(existing);
                return new PreparedArchive(archiver.locate(existing).toString(), new ArchiveReport(facts), false);
            }
            Path target = TemporaryFiles.create(Path.of(temporary));
            try {
                ArchiveFacts facts = archiver.archive((Source.Files) source, target);
                return new PreparedArchive(target.toString(), new ArchiveReport(facts), true);
            } catch (Throwable e) {
                TemporaryFiles.delete(target);
                throw e;
            }
        }
    }

    /** Returns the content digest that a new archive would have, without creating the archive. */
    record Hashing(Source.Files source, Boundary boundary, SizeLimit limit) implements RemoteWork.Task<String> {
        private static final long serialVersionUID = 1;

        @Override
        public String run(Path directory, SubmissionLog log, Deadline deadline)
                throws IOException, InterruptedException {
            log.begun(Stage.ARCHIVE);
            return local(directory, boundary, limit, log).digest(source);
        }
    }

    record DryRun(Source source, Boundary boundary, SizeLimit limit) implements RemoteWork.Task<ArchiveReport> {
        private static final long serialVersionUID = 1;
        private static final int LINES_AT_ONCE = 100;

        @Override
        public int linesAtOnce() {
            return LINES_AT_ONCE;
        }

        @Override
        public ArchiveReport run(Path directory, SubmissionLog log, Deadline deadline)
                throws IOException, InterruptedException {
            DryRunLog listing = new DryRunLog(log);
            new LocalArchiver(directory, boundary, limit, bytes -> {}).list(source, listing::add, listing::end);
            return listing.report();
        }
    }

    /** Shows other submissions that the archive is in use. */
    record Touching(String file) implements ControllerToAgentFileCallable<Void> {
        private static final long serialVersionUID = 1;

        @Override
        public Void invoke(File directory, VirtualChannel channel) throws IOException {
            TemporaryFiles.touch(Path.of(file));
            return null;
        }
    }

    /** Not {@code FilePath.delete}, which would load several Jenkins classes onto the agent. */
    record Removal(String file) implements ControllerToAgentFileCallable<Void> {
        private static final long serialVersionUID = 1;

        @Override
        public Void invoke(File directory, VirtualChannel channel) throws IOException {
            TemporaryFiles.delete(Path.of(file));
            return null;
        }
    }
}

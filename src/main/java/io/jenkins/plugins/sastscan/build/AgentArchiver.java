package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.LocalArchiver;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.archive.TemporaryFiles;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.config.BodyMeter;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.DryRunLog;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Creates archives on the machine that has the workspace of the build. */
record AgentArchiver(BuildContext build, FilePath workspace, SizeLimit limit) {
    /** @param purpose the beginning of the sentence that a workspace is missing */
    static AgentArchiver of(BuildContext build, SastServer server, String purpose) {
        return new AgentArchiver(build, build.requireWorkspace(purpose), limit(server));
    }

    static SizeLimit limit(SastServer server) {
        return BodyMeter.limit(server.getSizeLimitMegabytes() * 1_000_000L, server.getUploadEncoding());
    }

    /** Archives a directory, or checks an existing archive. If this method throws, it leaves no files behind. */
    PreparedArchive archive(Source source) throws IOException, InterruptedException {
        FilePath temporary =
                WorkspaceList.tempDir(workspace.child(build.boundary().path()));
        if (temporary == null) {
            throw new InvalidInputException(
                    "No temporary directory next to the workspace. Use a workspace that is not the root of a file system.");
        }
        return call(RemoteWork.limit(), new Archiving(source, build.boundary(), temporary.getRemote(), limit));
    }

    /** Returns the content digest that a new archive would have, without creating the archive. */
    String digest(Source.Files source) throws IOException, InterruptedException {
        return call(RemoteWork.limit(), new Hashing(source, build.boundary(), limit));
    }

    ArchiveReport list(Source source) throws IOException, InterruptedException {
        return call(RemoteWork.limit(), new DryRun(source, build.boundary(), limit));
    }

    FilePath file(String path) {
        return workspace.child(path);
    }

    /** Shows other submissions that the archive is in use. */
    void touch(PreparedArchive archive) throws IOException, InterruptedException {
        call(RemoteWork.MOMENT, new Touching(archive.file()));
    }

    /** @param limit maximum time to wait for the machine that has the archive */
    void discard(PreparedArchive archive, Duration limit) throws IOException, InterruptedException {
        try {
            call(limit, new Removal(archive.file()));
        } catch (AgentLostException e) {
            throw new IOException("the agent does not respond", e);
        }
    }

    private <T> T call(Duration limit, RemoteWork.Task<T> task) throws IOException, InterruptedException {
        return RemoteWork.run(workspace, build::log, limit, task);
    }

    private static LocalArchiver local(Path directory, Boundary boundary, SizeLimit limit, SubmissionLog log) {
        return new LocalArchiver(directory, boundary, limit, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0));
    }

    /** @param temporary the directory for the archive */
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

    private record Hashing(Source.Files source, Boundary boundary, SizeLimit limit) implements RemoteWork.Task<String> {
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

    private record Touching(String file) implements RemoteWork.Task<Void> {
        private static final long serialVersionUID = 1;

        @Override
        public Void run(Path directory, SubmissionLog log, Deadline deadline) throws IOException {
            TemporaryFiles.touch(Path.of(file));
            return null;
        }
    }

    /** Not {@code FilePath.delete}, which would load several Jenkins classes onto the agent. */
    private record Removal(String file) implements RemoteWork.Task<Void> {
        private static final long serialVersionUID = 1;

        @Override
        public Void run(Path directory, SubmissionLog log, Deadline deadline) throws IOException {
            TemporaryFiles.delete(Path.of(file));
            return null;
        }
    }
}

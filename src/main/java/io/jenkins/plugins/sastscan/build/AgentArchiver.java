package io.jenkins.plugins.sastscan.build;

import hudson.FilePath;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.DryRunLog;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.Archiver;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Creates archives on the machine that has the workspace of the build.
 *
 * @param manifest null if the archive has no manifest
 */
record AgentArchiver(
        FilePath workspace, SizeLimit limit, TemporaryFiles files, BuildContext build, ManifestArtifact manifest)
        implements Archiver {
    /** @param name identifies the submission on this controller, even after a restart */
    static TemporaryFiles files(BuildContext build, String name) {
        FilePath workspace = build.requireWorkspace("Uploading");
        FilePath temporary =
                WorkspaceList.tempDir(workspace.child(build.boundary().path()));
        if (temporary == null) {
            throw new InvalidInputException(
                    "No temporary directory next to the workspace. Use a workspace that is not the root of a file system.");
        }
        // The archive needs a private subdirectory, because other system users can share the temporary directory.
        return new TemporaryFiles(temporary.child("sast-scan").getRemote(), name);
    }

    @Override
    public PreparedArchive archive(Source source) throws IOException, InterruptedException {
        // This also refuses a temporary directory that is a link.
        List<String> found = RemoteWork.run(workspace, build.log(), RemoteWork.MOMENT, new FindingFiles(files));
        List<String> leftovers = files.leftovers(found, RunningSubmissions.get().ids());
        return RemoteWork.run(
                workspace,
                build.log(),
                RemoteWork.limit(),
                new Archiving(source, build.boundary(), files, leftovers, limit));
    }

    @Override
    public void keepManifest(PreparedArchive archive) throws IOException, InterruptedException {
        if (manifest != null) {
            manifest.keep(workspace.child(archive.manifest()));
        }
    }

    @Override
    public String digest(Source.Files source) throws IOException, InterruptedException {
        return RemoteWork.run(workspace, build.log(), RemoteWork.limit(), new Hashing(source, build.boundary(), limit));
    }

    @Override
    public void discard(PreparedArchive archive, Duration limit) throws IOException, InterruptedException {
        if (!archive.temporary()) {
            return;
        }
        try {
            RemoteWork.run(workspace, build.log(), limit, new Removal(List.of(archive.file(), archive.manifest())));
        } catch (AgentLostException e) {
            throw new IOException("the agent does not respond", e);
        }
    }

    ArchiveReport list(Source source) throws IOException, InterruptedException {
        return RemoteWork.run(workspace, build.log(), RemoteWork.limit(), new DryRun(source, build.boundary(), limit));
    }

    private static LocalArchiver local(
            Path directory, Boundary boundary, TemporaryFiles files, SizeLimit limit, SubmissionLog log) {
        return new LocalArchiver(directory, boundary, files, limit, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0));
    }

    /**
     * Finds the temporary files of all submissions in this workspace, so that files of submissions that no longer run
     * can be deleted.
     */
    private record FindingFiles(TemporaryFiles files) implements RemoteWork.Task<List<String>> {
        private static final long serialVersionUID = 1;

        @Override
        public List<String> run(Path workspace, SubmissionLog log, Deadline deadline) throws IOException {
            return files.found();
        }
    }

    /** @param leftovers the names of temporary files from submissions that are no longer running */
    record Archiving(Source source, Boundary boundary, TemporaryFiles files, List<String> leftovers, SizeLimit limit)
            implements RemoteWork.Task<PreparedArchive> {
        private static final long serialVersionUID = 1;

        @Override
        public PreparedArchive run(Path workspace, SubmissionLog log, Deadline deadline)
                throws IOException, InterruptedException {
            log.begun(Stage.ARCHIVE);
            files.delete(leftovers);
            return local(workspace, boundary, files, limit, log).archive(source);
        }
    }

    private record Hashing(Source.Files source, Boundary boundary, SizeLimit limit) implements RemoteWork.Task<String> {
        private static final long serialVersionUID = 1;

        @Override
        public String run(Path workspace, SubmissionLog log, Deadline deadline)
                throws IOException, InterruptedException {
            log.begun(Stage.ARCHIVE);
            return local(workspace, boundary, null, limit, log).digest(source);
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
        public ArchiveReport run(Path workspace, SubmissionLog log, Deadline deadline)
                throws IOException, InterruptedException {
            DryRunLog listing = new DryRunLog(log);
            new LocalArchiver(workspace, boundary, null, limit, bytes -> {}).list(source, listing::add, listing::end);
            return listing.report();
        }
    }

    /** Replaces {@link FilePath#delete}, which would load several Jenkins classes onto the agent. */
    private record Removal(List<String> files) implements RemoteWork.Task<Void> {
        private static final long serialVersionUID = 1;

        @Override
        public Void run(Path workspace, SubmissionLog log, Deadline deadline) throws IOException {
            for (String file : files) {
                Files.deleteIfExists(Path.of(file));
            }
            return null;
        }
    }
}

package io.jenkins.plugins.sastscan.build;

import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.archive.TemporaryFiles;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.DryRunLog;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import jenkins.agents.ControllerToAgentFileCallable;

/** The work with archives, on the machine that has the workspace of the build. */
final class AgentArchiver {
    private AgentArchiver() {}

    /**
     * An archive that is ready for upload.
     *
     * @param file the path on the machine that has the archive
     * @param temporary whether the submission created the archive and must delete it afterwards
     */
    record Prepared(String file, ArchiveReport report, boolean temporary) implements Serializable {}

    /**
     * Archives a directory, or checks an existing archive. If this fails, it leaves no files behind.
     *
     * @param temporary the directory for the archive
     */
    record Archiving(Source source, Boundary boundary, String temporary, SizeLimit limit)
            implements RemoteWork.Task<Prepared> {
        @Override
        public Prepared run(RemoteWork.Work work) throws IOException, InterruptedException {
            LongConsumer progress = bytes -> work.log().progressed(Stage.ARCHIVE, bytes, 0);
            Path path = source.in(work.directory());
            if (!(source instanceof Source.Files files)) {
                Path file = ReadyArchive.locate(path, boundary);
                ArchiveFacts facts = ReadyArchive.inspect(file, limit, progress, any -> {});
                return new Prepared(file.toString(), new ArchiveReport(facts), false);
            }
            // Nothing is written if the workspace leads elsewhere.
            boundary.workspace(path.getFileSystem());
            Path target = TemporaryFiles.create(Path.of(temporary));
            try {
                ArchiveFacts facts = new DirectoryArchiver(limit, boundary)
                        .archive(path, files.selection(), target, files.manifest(), progress);
                return new Prepared(target.toString(), new ArchiveReport(facts), true);
            } catch (Throwable e) {
                TemporaryFiles.delete(target);
                throw e;
            }
        }
    }

    record DryRun(Source source, Boundary boundary, SizeLimit limit) implements RemoteWork.Task<ArchiveReport> {
        /** Each write takes a network round trip. */
        private static final int LINES_AT_ONCE = 100;

        @Override
        public ArchiveReport run(RemoteWork.Work work) throws IOException, InterruptedException {
            List<String> lines = new ArrayList<>();
            DryRunLog listing = new DryRunLog(new SubmissionLog(line -> {
                lines.add(line);
                if (lines.size() == LINES_AT_ONCE) {
                    write(work, lines);
                }
            }));
            try {
                Path path = source.in(work.directory());
                if (source instanceof Source.Files files) {
                    new DirectoryArchiver(limit, boundary).list(path, files.selection(), listing::add, listing::end);
                } else {
                    Path file = ReadyArchive.locate(path, boundary);
                    listing.end(ReadyArchive.inspect(file, limit, bytes -> {}, listing::add)
                            .skippedFiles());
                }
                return listing.report();
            } finally {
                // If no file is selected, the list of skipped files explains why.
                write(work, lines);
            }
        }

        private static void write(RemoteWork.Work work, List<String> lines) {
            work.caller().write(lines.toArray(String[]::new));
            lines.clear();
        }
    }

    /**
     * Deletes an archive, or shows other submissions that it is in use. Not {@code FilePath.delete}, which would load
     * several Jenkins classes onto the agent.
     */
    record Temporary(String file, boolean delete) implements ControllerToAgentFileCallable<Void> {
        @Override
        public Void invoke(File directory, VirtualChannel channel) throws IOException {
            if (delete) {
                TemporaryFiles.delete(Path.of(file));
            } else {
                TemporaryFiles.touch(Path.of(file));
            }
            return null;
        }
    }
}

package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Archives files on this machine into a temporary directory.
 *
 * @param directory the current directory of the step, to which the path of the source is relative
 * @param boundary the workspace, which contains all files
 * @param archives where archives are created; null if this archiver only lists or hashes files
 * @param progress receives the number of uncompressed bytes so far; called often, so it must be fast
 */
public record LocalArchiver(
        Path directory, Boundary boundary, TemporaryFiles archives, SizeLimit limit, LongConsumer progress)
        implements Archiver {
    /** The current directory is the workspace. */
    public LocalArchiver(Path workspace, TemporaryFiles archives, SizeLimit limit, LongConsumer progress) {
        this(workspace, Boundary.of(workspace), archives, limit, progress);
    }

    @Override
    public PreparedArchive archive(Source source) throws IOException, InterruptedException {
        if (source instanceof Source.Files files) {
            Path target = archives.next();
            ArchiveFacts facts =
                    archiver().archive(source.in(directory), files.selection(), target, files.manifest(), progress);
            return new PreparedArchive(target.toString(), new ArchiveReport(facts), true);
        }
        Path path = located(source);
        return new PreparedArchive(path.toString(), new ArchiveReport(inspect(path, any -> {})), false);
    }

    @Override
    public String digest(Source.Files source) throws IOException, InterruptedException {
        return archiver().digest(source.in(directory), source.selection(), progress);
    }

    @Override
    public void discard(PreparedArchive archive, Duration limit) throws IOException {
        if (archive.temporary()) {
            Files.deleteIfExists(Path.of(archive.file()));
            Files.deleteIfExists(Path.of(archive.manifest()));
        }
    }

    /** @param skipped receives the skipped files; for a directory, also if no file is selected */
    public void list(Source source, Consumer<SelectedFile> each, Consumer<SkippedFiles> skipped)
            throws IOException, InterruptedException {
        if (source instanceof Source.Files files) {
            archiver().list(source.in(directory), files.selection(), each, skipped);
        } else {
            skipped.accept(inspect(located(source), each).skippedFiles());
        }
    }

    private ArchiveFacts inspect(Path path, Consumer<SelectedFile> each) throws IOException, InterruptedException {
        return ReadyArchive.inspect(path, limit, progress, each);
    }

    private DirectoryArchiver archiver() {
        return new DirectoryArchiver(limit, boundary);
    }

    private Path located(Source source) throws IOException {
        return ReadyArchive.locate(source.in(directory), boundary);
    }
}

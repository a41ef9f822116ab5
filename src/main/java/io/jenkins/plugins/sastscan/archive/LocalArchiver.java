package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Archives files on this machine.
 *
 * @param directory the current directory of the step, to which the path of the source is relative
 * @param boundary the workspace, which contains all files
 * @param progress receives the number of uncompressed bytes so far; called often, so it must be fast
 */
public record LocalArchiver(Path directory, Boundary boundary, SizeLimit limit, LongConsumer progress) {
    /** The current directory is the workspace. */
    public LocalArchiver(Path workspace, SizeLimit limit, LongConsumer progress) {
        this(workspace, Boundary.of(workspace), limit, progress);
    }

    /** @param target the zip file to create */
    public ArchiveFacts archive(Source.Files source, Path target) throws IOException, InterruptedException {
        return archiver().archive(source.in(directory), source.selection(), target, source.manifest(), progress);
    }

    /** Returns the content digest that a new archive would have, without creating the archive. */
    public String digest(Source.Files source) throws IOException, InterruptedException {
        return archiver().digest(source.in(directory), source.selection(), progress);
    }

    /** Checks an existing archive. */
    public ArchiveFacts inspect(Source.ExistingArchive source) throws IOException, InterruptedException {
        return ReadyArchive.inspect(locate(source), limit, progress, any -> {});
    }

    /** @param skipped receives the skipped files; for a directory, also if no file is selected */
    public void list(Source source, Consumer<SelectedFile> each, Consumer<SkippedFiles> skipped)
            throws IOException, InterruptedException {
        if (source instanceof Source.Files files) {
            archiver().list(source.in(directory), files.selection(), each, skipped);
        } else {
            skipped.accept(
                    ReadyArchive.inspect(locate(source), limit, progress, each).skippedFiles());
        }
    }

    private DirectoryArchiver archiver() {
        return new DirectoryArchiver(limit, boundary);
    }

    /** Returns the path of an existing archive. */
    public Path locate(Source source) throws IOException {
        return ReadyArchive.locate(source.in(directory), boundary);
    }
}

package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.ArchiveProgress;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.PrivateFiles;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Archives on the machine where this code runs, into a folder for temporary files. */
public final class LocalArchiver implements Archiver {
    private final Path workspace;
    private final Path temporary;
    private final TemporaryFiles archives;
    private final ArchiveOptions options;

    /**
     * An archiver of one workspace.
     *
     * @param temporary the folder for archives and nothing else; made for its owner alone when there is something to put
     *     there
     * @param owner letters and digits that name the one who submits; what others left in the folder is removed, so nobody
     *     else may use it at the same time
     */
    public LocalArchiver(Path workspace, Path temporary, String owner, ArchiveOptions options) {
        this.workspace = workspace;
        this.temporary = temporary;
        this.archives = new TemporaryFiles(temporary, "sast-scan", owner);
        this.options = options;
    }

    @Override
    public PreparedArchive archive(Source source, ArchiveProgress progress) throws IOException, InterruptedException {
        Path path = located(source);
        if (source instanceof Source.Files files) {
            Path target = target();
            ArchiveFacts facts = new DirectoryArchiver(options).archive(path, files.selection(), target, progress);
            return new PreparedArchive(target.toString(), facts, true);
        }
        return new PreparedArchive(path.toString(), ReadyArchive.inspect(path, options.limit(), progress), false);
    }

    @Override
    public void discard(PreparedArchive archive) throws IOException {
        if (archive.temporary()) {
            Files.deleteIfExists(Path.of(archive.file()));
        }
    }

    /**
     * Tells what would be archived, and archives nothing.
     *
     * @throws IOException with a sentence for people, if there is nothing to archive or no way to
     */
    public SkippedFiles list(Source source, Consumer<SelectedFile> each) throws IOException, InterruptedException {
        Path path = located(source);
        if (source instanceof Source.Files files) {
            return new DirectoryArchiver(options).list(path, files.selection(), each);
        }
        ArchiveFacts facts = ReadyArchive.inspect(path, options.limit(), ArchiveProgress.none());
        each.accept(new SelectedFile(source.path(), facts.archiveBytes(), path));
        return facts.skippedFiles();
    }

    /** The real path: a link on the way must not lead out of the workspace any more than the path itself. */
    private Path located(Source source) throws IOException {
        Path path = source.in(workspace);
        if (!Files.exists(path)) {
            return path;
        }
        Path real = path.toRealPath();
        if (!real.startsWith(workspace.toRealPath())) {
            throw new ArchiveException("\"" + source.path()
                    + "\" leads out of the workspace through a symbolic link; name a place inside it.");
        }
        return real;
    }

    private Path target() throws ArchiveException {
        try {
            PrivateFiles.createFolder(temporary);
            return archives.next();
        } catch (IOException e) {
            throw new ArchiveException(
                    "The folder for temporary files " + temporary + " cannot be used (" + IoReason.of(e)
                            + "): make room for it, or give the user that runs this the right to write there.");
        }
    }
}

package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.select.FileTree;
import io.jenkins.plugins.sastscan.archive.zip.ArchiveAssembly;
import io.jenkins.plugins.sastscan.archive.zip.ZipWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Creates a zip file from selected files of a directory. The number of threads does not change the bytes of the zip
 * file. Thread-safe.
 *
 * @param boundary the workspace, which must contain the archived directories
 */
public record DirectoryArchiver(SizeLimit limit, Boundary boundary) {
    private static final int MAX_THREADS = 8;

    /**
     * @param directory the directory to archive; may be a symbolic link
     * @param target the zip file to create; must be outside the directory and must not exist
     * @param manifest whether to write the {@link Manifest} of the archive; {@link Manifest#path} returns the path of
     *     the manifest
     * @param progress receives the number of uncompressed bytes archived so far; called often, on the calling thread
     * @throws ArchiveException if no file is selected, if the directory is not allowed or cannot be read, if its
     *     {@code .sastignore} is invalid, if Git is needed but cannot list the files, if the target cannot be written,
     *     or if the archive exceeds its limit
     */
    public ArchiveFacts archive(
            Path directory, Selection selection, Path target, boolean manifest, LongConsumer progress)
            throws ArchiveException, InterruptedException {
        FileTree tree = new FileTree(directory, boundary, selection);
        int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        try (ZipWriter zip = new ZipWriter(target, limit);
                OutputStream lines = manifest ? manifest(target) : OutputStream.nullOutputStream();
                ArchiveAssembly assembly = new ArchiveAssembly(threads, zip, lines, tree.skippedFiles(), progress)) {
            tree.walk(assembly::add);
            ContentStatistics contents = assembly.finish();
            if (contents.files() == 0) {
                throw tree.emptySelection();
            }
            return zip.finish(contents, tree.skippedFiles());
        } catch (IOException e) {
            throw ArchiveException.of(
                    "Cannot write the archive " + target, e, "Check the free disk space and the permissions.");
        }
    }

    /**
     * Lists the files that {@link #archive} would include, in archive order, without opening them. Fails if no file is
     * selected.
     *
     * @param skipped receives the skipped files, even if no file is selected
     */
    public void list(Path directory, Selection selection, Consumer<SelectedFile> each, Consumer<SkippedFiles> skipped)
            throws IOException, InterruptedException {
        FileTree tree = new FileTree(directory, boundary, selection);
        SkippedFiles found = tree.skippedFiles();
        boolean any = tree.walk(file -> {
            each.accept(file);
            found.addIfNotPortable(file.name());
        });
        skipped.accept(tree.skippedFiles());
        if (!any) {
            throw tree.emptySelection();
        }
    }

    private static OutputStream manifest(Path target) throws IOException {
        return TemporaryFiles.newFile(target.resolveSibling(Manifest.path("" + target.getFileName())));
    }
}

package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.FileTree;
import io.jenkins.plugins.sastscan.archive.select.SourceRoot;
import io.jenkins.plugins.sastscan.archive.zip.ArchiveAssembly;
import io.jenkins.plugins.sastscan.archive.zip.ZipWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * Creates a zip file from selected files of a directory. The number of threads does not change the bytes of the zip
 * file. Thread-safe.
 *
 * @param boundary the workspace, which must contain the archived directories
 * @param opener lets tests wrap the function that opens files
 */
public record DirectoryArchiver(
        SizeLimit limit, Boundary boundary, int threads, UnaryOperator<SourceFile.Opener> opener) {
    private static final int MAX_THREADS = 8;

    /** Uses one thread per processor, up to {@value #MAX_THREADS}. */
    public DirectoryArchiver(SizeLimit limit, Boundary boundary) {
        this(
                limit,
                boundary,
                Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()),
                UnaryOperator.identity());
    }

    /** For tests and other callers without Jenkins. */
    public DirectoryArchiver(SizeLimit limit, Path workspace) {
        this(limit, Boundary.of(workspace));
    }

    /**
     * @param directory the directory to archive; may be a symbolic link
     * @param target the zip file to create; must be outside the directory and must not exist; deleted if this method
     *     throws
     * @param manifest whether to write the {@link Manifest} of the archive; {@link Manifest#path} returns the path of
     *     the manifest
     * @param progress receives the number of uncompressed bytes archived so far; called often, on the calling thread
     * @throws ArchiveException if no file is selected, if the directory is not allowed or cannot be read, if its
     *     {@code .sastignore} is invalid, if Git is needed but cannot list the files, if the target cannot be written,
     *     or if the archive or the manifest exceeds its limit
     */
    public ArchiveFacts archive(
            Path directory, Selection selection, Path target, boolean manifest, LongConsumer progress)
            throws ArchiveException, InterruptedException {
        FileTree tree = tree(directory, selection);
        try (ZipWriter zip = new ZipWriter(target, limit)) {
            Path lines = target.resolveSibling(Manifest.path("" + target.getFileName()));
            boolean complete = false;
            try (Manifest.Writer writer = manifest ? Manifest.Writer.create(lines) : null) {
                ContentStatistics contents = assemble(tree, zip, writer, progress);
                String sha256 = HexFormat.of().formatHex(zip.finish());
                if (writer != null) {
                    writer.flush();
                }
                complete = true;
                return new ArchiveFacts(
                        contents, zip.position(), zip.measured(), sha256, contents.digest(), tree.skippedFiles());
            } finally {
                if (!complete) {
                    Files.deleteIfExists(target);
                    Files.deleteIfExists(lines);
                }
            }
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
        FileTree tree = tree(directory, selection);
        PortableNames names = new PortableNames();
        boolean found = tree.walk(file -> {
            each.accept(file);
            SkipReason problem = names.problem(file.name());
            if (problem != null) {
                tree.skip(problem, file.name());
            }
        });
        skipped.accept(tree.skippedFiles());
        if (!found) {
            throw tree.emptySelection();
        }
    }

    /** Returns the content digest of the archive that {@link #archive} would create. Writes no archive. */
    public String digest(Path directory, Selection selection, LongConsumer progress)
            throws IOException, InterruptedException {
        return assemble(tree(directory, selection), null, null, progress).digest();
    }

    private FileTree tree(Path directory, Selection selection) throws ArchiveException, InterruptedException {
        return new FileTree(SourceRoot.open(directory, boundary, selection), selection);
    }

    private ContentStatistics assemble(FileTree tree, ZipWriter zip, Manifest.Writer manifest, LongConsumer progress)
            throws IOException, InterruptedException {
        try (ArchiveAssembly assembly = new ArchiveAssembly(
                threads, opener.apply(SourceFile::openNoLink), zip, manifest, tree::skip, progress)) {
            tree.walk(assembly::add);
            ContentStatistics counter = assembly.finish();
            if (counter.files() == 0) {
                throw tree.emptySelection();
            }
            return counter;
        }
    }
}

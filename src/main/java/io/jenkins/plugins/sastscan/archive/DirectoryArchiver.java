package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Creates a zip file from selected files of a directory. The bytes depend only on the files, not on the number of
 * threads. Thread-safe.
 */
public final class DirectoryArchiver {
    private final ArchiveOptions options;
    private final FileOpener opener;

    public DirectoryArchiver(ArchiveOptions options) {
        this(options, FileOpener::noLink);
    }

    DirectoryArchiver(ArchiveOptions options, FileOpener opener) {
        this.options = options;
        this.opener = opener;
    }

    /**
     * Creates an archive.
     *
     * @param directory the directory to archive; may be a symbolic link
     * @param selection selects the files
     * @param target the zip file to create; must not exist; deleted if this method throws
     * @param progress called on the calling thread
     * @throws EmptySelectionException if no file is selected
     * @throws ArchiveTooLargeException as soon as the archive exceeds the limit
     * @throws ArchiveException if the directory cannot be read, its {@code .sastignore} is invalid, or the target
     *     cannot be written
     * @throws InterruptedException soon after the calling thread is interrupted
     */
    public ArchiveFacts archive(Path directory, Selection selection, Path target, ArchiveProgress progress)
            throws ArchiveException, InterruptedException {
        Path root = SourceDirectory.real(directory);
        SelectionMatcher matcher = new SelectionMatcher(selection, IgnoreFile.read(root));
        try (TargetFile file = TargetFile.create(target)) {
            ArchiveFacts facts = write(root, matcher, file, progress);
            file.keep();
            return facts;
        } catch (ClosedByInterruptException e) {
            // The channel sets the interrupt flag; the exception replaces it.
            Thread.interrupted();
            throw new InterruptedException("Interrupted while writing an archive.");
        } catch (ArchiveException e) {
            throw e;
        } catch (IOException e) {
            throw TargetFile.failure(target, e);
        }
    }

    /**
     * Lists the files that {@link #archive} would include, in the same order, without opening them. Memory use does not
     * depend on the number of files.
     *
     * @param each receives every selected file
     * @return the skipped files
     * @throws EmptySelectionException if no file is selected
     * @throws ArchiveException if the directory cannot be read or its {@code .sastignore} is invalid
     * @throws InterruptedException soon after the calling thread is interrupted
     */
    public SkippedFiles list(Path directory, Selection selection, Consumer<SelectedFile> each)
            throws ArchiveException, InterruptedException {
        Path root = SourceDirectory.real(directory);
        SelectionMatcher matcher = new SelectionMatcher(selection, IgnoreFile.read(root));
        SkippedFiles.Tally skippedFiles = new SkippedFiles.Tally();
        FileTree tree = new FileTree(root, matcher, skippedFiles, null);
        tree.<ArchiveException>walk(each::accept);
        if (tree.foundNothing()) {
            throw tree.emptySelection();
        }
        return skippedFiles.toSkippedFiles();
    }

    private ArchiveFacts write(Path root, SelectionMatcher matcher, TargetFile file, ArchiveProgress progress)
            throws IOException, InterruptedException {
        SkippedFiles.Tally skippedFiles = new SkippedFiles.Tally();
        FileTree tree = new FileTree(root, matcher, skippedFiles, file.real());
        try (CentralDirectory directory = new CentralDirectory(file::openSpool);
                CompressorPool pool = new CompressorPool(options.threadsHere(), options.level());
                TrailingDigest digest = new TrailingDigest(file::openAgain, pool)) {
            ArchiveOutput out = new ArchiveOutput(file.channel(), options.limit(), digest);
            ZipWriter zip = new ZipWriter(out, directory);
            ArchiveAssembly assembly = new ArchiveAssembly(pool, opener, zip, skippedFiles, progress);
            tree.<IOException>walk(assembly::add);
            ContentDigest contents = assembly.finish();
            if (contents.files() == 0) {
                throw tree.emptySelection();
            }
            String sha256 = HexFormat.of().formatHex(zip.finish());
            return new ArchiveFacts(
                    contents.contents(),
                    out.position(),
                    out.measured(),
                    sha256,
                    contents.hex(),
                    skippedFiles.toSkippedFiles());
        }
    }
}

package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Archives the selected files of a directory as a zip file: the same bytes for the same files, whatever the number of
 * threads. Usable again and by several threads at once.
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
     * Archives.
     *
     * @param directory the directory whose files are archived; a link to one is followed
     * @param selection which of its files
     * @param target the zip file to be made; must not exist; is deleted again unless this method returns
     * @param progress told how far it has come, by the calling thread
     * @throws EmptySelectionException if no file is selected
     * @throws ArchiveTooLargeException as soon as the archive goes over the limit
     * @throws ArchiveException if the directory cannot be read, its {@code .sastignore} is not valid, or the target
     *     cannot be written
     * @throws InterruptedException soon after the calling thread was interrupted
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
            // The channel leaves the thread's interrupt set; it goes on as the exception.
            Thread.interrupted();
            throw new InterruptedException("Interrupted while writing an archive.");
        } catch (ArchiveException e) {
            throw e;
        } catch (IOException e) {
            throw TargetFile.failure(target, e);
        }
    }

    /**
     * Lists what {@link #archive} would take, in its order, without opening any file; memory does not grow with the
     * number of files.
     *
     * @param each is given every selected file
     * @return what would be left out
     * @throws EmptySelectionException if no file is selected
     * @throws ArchiveException if the directory cannot be read or its {@code .sastignore} is not valid
     * @throws InterruptedException soon after the calling thread was interrupted
     */
    public SkippedFiles list(Path directory, Selection selection, Consumer<SelectedFile> each)
            throws ArchiveException, InterruptedException {
        Path root = SourceDirectory.real(directory);
        SelectionMatcher matcher = new SelectionMatcher(selection, IgnoreFile.read(root));
        SkippedFiles.Tally skippedFiles = new SkippedFiles.Tally();
        FileTree tree = new FileTree(root, matcher, skippedFiles, null);
        tree.<ArchiveException>walk(file -> each.accept(new SelectedFile(file.name(), file.size(), file.path())));
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

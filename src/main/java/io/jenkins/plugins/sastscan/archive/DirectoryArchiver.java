package io.jenkins.plugins.sastscan.archive;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Archives the selected files of a directory as a zip file: the same bytes for the same files, whatever the number of
 * threads. Usable again and by several threads at once.
 */
public final class DirectoryArchiver {
    private final ArchiveOptions options;

    public DirectoryArchiver(ArchiveOptions options) {
        this.options = options;
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
        throw new UnsupportedOperationException(options + " comes with the next commits");
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
    public LeftOut list(Path directory, Selection selection, Consumer<SelectedFile> each)
            throws ArchiveException, InterruptedException {
        throw new UnsupportedOperationException("comes with the next commits");
    }
}

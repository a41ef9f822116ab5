package io.jenkins.plugins.sastscan.archive.files;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Lists directories and opens files in a workspace. Both operations require real paths. On Linux, and on macOS since
 * JDK 24, no link in a path is followed, even if the link has just replaced a directory. On other systems, directories
 * are checked after they are listed, and {@link SymlinkRaceCheck} checks files after they are opened. Thread-safe, but
 * only one thread may list directories.
 */
public final class OpenDirectories implements Closeable {
    private final Path root;
    private final Path top;
    /** Null if Java cannot open files relative to an open directory. */
    private final DirectoryHandles handles;

    private OpenDirectories(Path root, Path top, DirectoryHandles handles) {
        this.root = root;
        this.top = top;
        this.handles = handles;
    }

    /**
     * @param directory may be a symbolic link
     * @param workspace must contain the directory
     * @param excluded tells whether the real path, relative to the workspace, is excluded
     * @throws ArchiveException if the directory cannot be read, is not a directory, is outside the workspace, or is a
     *     link to an excluded directory
     */
    public static OpenDirectories open(Path directory, Path workspace, Predicate<Path> excluded)
            throws ArchiveException {
        try {
            Path root = directory.toRealPath();
            if (!Files.isDirectory(root)) {
                throw new ArchiveException(directory + " is not a directory. Set the directory of the sources.");
            }
            Path top = checkLinks(directory, root, workspace, excluded, "directory");
            DirectoryStream<Path> stream = Files.newDirectoryStream(top);
            if (stream instanceof SecureDirectoryStream<Path> secure) {
                return new OpenDirectories(root, top, new DirectoryHandles(top, secure));
            }
            stream.close();
            return new OpenDirectories(root, top, null);
        } catch (ArchiveException e) {
            throw e;
        } catch (NoSuchFileException e) {
            throw new ArchiveException("The directory " + directory
                    + " does not exist. Check out the sources first, or set another directory.");
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    /**
     * Checks where the links in a path lead. Ignores links in the path of the workspace itself.
     *
     * @param excluded tells whether the real path, relative to the workspace, is excluded
     * @param kind {@code file} or {@code directory}, for the error message
     * @return the real path of the workspace
     * @throws ArchiveException if the real path is outside the workspace, or a link leads to an excluded path
     */
    public static Path checkLinks(Path path, Path real, Path workspace, Predicate<Path> excluded, String kind)
            throws IOException {
        Path top = workspace.toRealPath();
        Path start = workspace.toAbsolutePath().normalize();
        Path written = path.toAbsolutePath().normalize();
        boolean below = written.startsWith(start);
        Path relative = below ? start.relativize(written) : written;
        String name = PlainText.quoted(relative.toString());
        if (!real.startsWith(top)) {
            throw new ArchiveException(name + " leads outside the workspace " + PlainText.quoted(workspace.toString())
                    + ". Use a path inside the workspace without links to other places, or a ws block.");
        }
        // With NOFOLLOW_LINKS, toRealPath keeps the links, but corrects the letter case. Therefore, a wrong letter case
        // is not mistaken for a link.
        boolean linked = !below || !real.equals(top.resolve(relative).toRealPath(LinkOption.NOFOLLOW_LINKS));
        if (linked && excluded.test(top.relativize(real))) {
            throw new ArchiveException(name + " leads to an excluded " + kind
                    + " through a symbolic link. Use the path of that " + kind + ", or another " + kind + ".");
        }
        return top;
    }

    public static ArchiveException unreadable(Path directory, IOException failure) {
        return new ArchiveException("The directory " + directory + " cannot be read (" + IoReason.of(failure)
                + "). Make it readable for the user that runs the build.");
    }

    /** The real path of the directory that was opened. */
    public Path root() {
        return root;
    }

    /** The real path of the workspace. */
    public Path top() {
        return top;
    }

    boolean followsNoLinks() {
        return handles != null;
    }

    /** Returns the attributes of an entry. For a link, these are not the attributes of its target. */
    public BasicFileAttributes attributes(Path directory, Path name) throws IOException {
        return handles == null
                ? attributes(directory.resolve(name))
                : handles.use(directory, stream -> DirectoryHandles.attributes(stream, name));
    }

    public List<DirectoryEntry> list(Path directory) throws IOException, InterruptedException {
        if (handles != null) {
            return handles.list(directory);
        }
        BasicFileAttributes before = attributes(directory);
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            List<DirectoryEntry> entries = DirectoryEntry.read(stream);
            // A link may have replaced the directory just before newDirectoryStream opened it.
            BasicFileAttributes after = attributes(directory);
            if (!after.isDirectory() || !Objects.equals(before.fileKey(), after.fileKey())) {
                throw new NoSuchFileException(directory.toString());
            }
            return entries;
        }
    }

    /** Opens only regular files, and fails for others. A pipe, for example, could block the thread. */
    public SeekableByteChannel open(Path file) throws IOException {
        Path directory = file.getParent();
        Path name = file.getFileName();
        if (!attributes(directory, name).isRegularFile()) {
            throw new NoSuchFileException(file.toString());
        }
        return handles == null
                ? SourceFile.openNoLink(file)
                : handles.use(directory, stream -> stream.newByteChannel(name, SourceFile.NO_LINK));
    }

    /**
     * On some systems, Java follows symbolic links in the path of a file. On such systems, this class detects links
     * that replaced directories after the walk. Open the file first, and then call {@link #problem}. A link that
     * appears after the file was opened is harmless, because the file stays open. This class caches results, so use
     * each instance only for files that are opened at about the same time.
     */
    public final class SymlinkRaceCheck {
        private final Map<Path, Optional<SkipReason>> checked = new HashMap<>();

        /** Returns the reason to skip the file. Returns null if no directory in the path has become a link. */
        public SkipReason problem(Path file) {
            return followsNoLinks()
                    ? null
                    : checked.computeIfAbsent(file.getParent(), this::ask).orElse(null);
        }

        private Optional<SkipReason> ask(Path directory) {
            try {
                // The name of a directory that Git lists can differ in letter case from the name on disk. With
                // NOFOLLOW_LINKS, toRealPath corrects the case, but follows no link.
                Path real = directory.toRealPath();
                boolean unlinked =
                        real.equals(directory) || real.equals(directory.toRealPath(LinkOption.NOFOLLOW_LINKS));
                return unlinked ? Optional.empty() : Optional.of(SkipReason.VANISHED);
            } catch (IOException e) {
                return Optional.of(SkipReason.of(e));
            }
        }
    }

    @Override
    public void close() {
        if (handles != null) {
            handles.close();
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}

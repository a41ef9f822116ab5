package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides which symbolic links a walk follows: those with a target inside the walked directory. A linked directory is
 * entered at most once and never from within itself, so cyclic links end. Use each instance for one walk.
 */
final class LinkPolicy {
    private final Path root;
    private final Set<Path> entered = new HashSet<>();

    LinkPolicy(Path root) {
        this.root = root;
    }

    /** Returns the real path of a directory to walk, which may be a link itself. */
    static Path realRoot(Path directory) throws ArchiveException {
        try {
            Path real = directory.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
        } catch (NoSuchFileException e) {
            throw new ArchiveException("The directory " + directory
                    + " does not exist. Check out the sources first, or set another directory.");
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
        throw new ArchiveException(directory + " is not a directory. Set the directory of the sources.");
    }

    static ArchiveException unreadable(Path directory, IOException failure) {
        return new ArchiveException("The directory " + directory + " cannot be read (" + IoReason.of(failure)
                + "). Make it readable for the user that runs the build.");
    }

    /**
     * The target of a path in the walk.
     *
     * @param path the path to open, never a link
     * @param attributes its attributes, or null for a link that is not followed
     * @param linked whether a link led to it
     * @param problem why it is skipped regardless of the patterns, or null
     */
    record Resolved(Path path, BasicFileAttributes attributes, boolean linked, SkipReason problem) {
        /** Tells whether the path still leads to the same file. */
        boolean isStillThere() throws IOException {
            return Objects.equals(
                    attributes.fileKey(), LinkPolicy.attributes(path).fileKey());
        }
    }

    Resolved resolve(Path path) throws IOException {
        BasicFileAttributes attributes = attributes(path);
        if (!attributes.isSymbolicLink()) {
            return new Resolved(path, attributes, false, special(attributes));
        }
        Path real;
        try {
            real = path.toRealPath();
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            return new Resolved(path, null, true, SkipReason.LINK_BROKEN);
        }
        if (!real.startsWith(root)) {
            return new Resolved(path, null, true, SkipReason.LINK_OUTSIDE);
        }
        attributes = attributes(real);
        return new Resolved(real, attributes, true, special(attributes));
    }

    /**
     * Returns why a linked directory is skipped, or null if it is entered; remembers it in that case.
     *
     * @param above the real paths of the open directories
     */
    SkipReason skipReason(Path directory, Stream<Path> above) {
        if (above.anyMatch(path -> path.startsWith(directory))) {
            return SkipReason.LINK_LOOP;
        }
        return entered.add(directory) ? null : SkipReason.LINK_REPEATED;
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static SkipReason special(BasicFileAttributes attributes) {
        return attributes.isOther() ? SkipReason.SPECIAL : null;
    }

    /**
     * Detects symbolic links that replaced directories of a path since the walk. Check after opening the file; a link
     * that appears later is harmless. Results are cached per directory, so use each instance only for files opened at
     * about the same time. Not thread-safe.
     */
    static final class RaceCheck {
        private final Map<Path, Optional<SkipReason>> directories = new HashMap<>();

        /**
         * Returns why a file must be skipped, or null.
         *
         * @param file a path that was real during the walk
         */
        SkipReason problem(Path file) {
            return directories.computeIfAbsent(file.getParent(), RaceCheck::ask).orElse(null);
        }

        private static Optional<SkipReason> ask(Path directory) {
            try {
                return directory.toRealPath().equals(directory) ? Optional.empty() : Optional.of(SkipReason.VANISHED);
            } catch (IOException e) {
                return Optional.of(FileTree.reason(e));
            }
        }
    }
}

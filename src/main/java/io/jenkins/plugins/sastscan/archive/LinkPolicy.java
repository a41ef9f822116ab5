package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which symbolic links a walk follows: those whose real target is inside the walked directory. A linked directory is
 * entered once at most, and never from within itself, so that links into each other end and cannot multiply. For one
 * walk.
 */
final class LinkPolicy {
    private final Path root;
    private final Set<Path> entered = new HashSet<>();

    /** @param root the real path of the walked directory */
    LinkPolicy(Path root) {
        this.root = root;
    }

    /**
     * What stands at a path of the walk.
     *
     * @param path where to open it, which is no link
     * @param attributes its attributes, or null for a link that is not followed
     * @param linked whether a link led there
     * @param problem why it cannot be taken whatever the patterns say, or null
     */
    record Target(Path path, BasicFileAttributes attributes, boolean linked, Reason problem) {
        /** Whether the same still stands there. */
        boolean isStillThere() throws IOException {
            return Objects.equals(
                    attributes.fileKey(), LinkPolicy.attributes(path).fileKey());
        }
    }

    Target resolve(Path path) throws IOException {
        BasicFileAttributes attributes = attributes(path);
        if (!attributes.isSymbolicLink()) {
            return new Target(path, attributes, false, special(attributes));
        }
        Path real;
        try {
            real = path.toRealPath();
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            return new Target(path, null, true, Reason.LINK_BROKEN);
        }
        if (!real.startsWith(root)) {
            return new Target(path, null, true, Reason.LINK_OUTSIDE);
        }
        attributes = attributes(real);
        return new Target(real, attributes, true, special(attributes));
    }

    /**
     * Why a linked directory is not entered, or null if it is, which is remembered.
     *
     * @param above the real paths of the directories that the walk is in
     */
    Reason refuses(Path directory, Stream<Path> above) {
        if (above.anyMatch(path -> path.startsWith(directory))) {
            return Reason.LINK_LOOP;
        }
        return entered.add(directory) ? null : Reason.LINK_REPEATED;
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static Reason special(BasicFileAttributes attributes) {
        return attributes.isOther() ? Reason.SPECIAL : null;
    }
}

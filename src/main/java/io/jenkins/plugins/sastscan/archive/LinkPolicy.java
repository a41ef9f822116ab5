package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides which symbolic links a walk follows: those with a target inside the walked directory. A linked directory is
 * entered at most once and never from within itself, so cyclic links end. Use each instance for one walk.
 */
final class LinkPolicy {
    private final OpenDirectories directories;
    private final SelectionMatcher matcher;
    private final Set<Path> entered = new HashSet<>();

    LinkPolicy(OpenDirectories directories, SelectionMatcher matcher) {
        this.directories = directories;
        this.matcher = matcher;
    }

    /**
     * The target of an entry of the walk.
     *
     * @param directory the real path of its directory
     * @param name its name there
     * @param attributes its attributes, or null for a link that is not followed
     * @param linked whether the entry is a link
     * @param real the state of the patterns in its directory if a link led there, otherwise null
     * @param problem why it is skipped regardless of the patterns, or null
     */
    record Resolved(
            Path directory,
            Path name,
            BasicFileAttributes attributes,
            boolean linked,
            MatchState real,
            SkipReason problem) {
        private static Resolved notFollowed(Path directory, Path name, SkipReason problem) {
            return new Resolved(directory, name, null, true, null, problem);
        }

        Path path() {
            return directory.resolve(name);
        }

        String last() {
            return EntryName.of(name);
        }

        /** Returns why exclude patterns skip the path to which a link led, or null if they do not or no link did. */
        SkipReason exclusion() {
            return real == null ? null : real.exclusion(last(), attributes.isDirectory());
        }
    }

    /**
     * Finds the target of an entry.
     *
     * @param directory the real path of a directory
     * @param real the state of the patterns there if a link led to it, otherwise null
     */
    Resolved resolve(Path directory, Path name, MatchState real) throws IOException {
        BasicFileAttributes attributes = directories.attributes(directory, name);
        return attributes.isSymbolicLink()
                ? follow(directory, name)
                : new Resolved(directory, name, attributes, false, real, special(attributes));
    }

    private Resolved follow(Path directory, Path name) throws IOException {
        Path root = directories.root();
        try {
            Path target = directory.resolve(name).toRealPath();
            if (!target.startsWith(root)) {
                return Resolved.notFollowed(directory, name, SkipReason.LINK_OUTSIDE);
            }
            if (target.equals(root)) {
                return Resolved.notFollowed(directory, name, SkipReason.LINK_LOOP);
            }
            Path above = target.getParent();
            Path last = target.getFileName();
            BasicFileAttributes attributes = directories.attributes(above, last);
            if (!attributes.isSymbolicLink()) {
                MatchState state = matcher.at(root.relativize(above));
                return new Resolved(above, last, attributes, true, state, special(attributes));
            }
            // It has become a link since.
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            // It leads nowhere, or in a circle.
        }
        return Resolved.notFollowed(directory, name, SkipReason.LINK_BROKEN);
    }

    /**
     * Returns why a directory is skipped because of the link to it, or null if it is entered; remembers it in that case.
     *
     * @param above the real paths of the open directories
     */
    SkipReason skipReason(Resolved directory, Stream<Path> above) {
        if (!directory.linked()) {
            return null;
        }
        Path real = directory.path();
        if (above.anyMatch(path -> path.startsWith(real))) {
            return SkipReason.LINK_LOOP;
        }
        return entered.add(real) ? null : SkipReason.LINK_REPEATED;
    }

    private static SkipReason special(BasicFileAttributes attributes) {
        return attributes.isOther() ? SkipReason.SPECIAL : null;
    }

    /**
     * Detects symbolic links that replaced directories of a path since the walk, where the system may follow them. Check
     * after opening the file; a link that appears later is harmless. Results are cached per directory, so use each
     * instance only for files opened at about the same time. Not thread-safe.
     */
    static final class RaceCheck {
        private final boolean needed;
        private final Map<Path, Optional<SkipReason>> checked = new HashMap<>();

        RaceCheck(OpenDirectories directories) {
            needed = !directories.followsNoLinks();
        }

        /**
         * Returns why a file must be skipped, or null.
         *
         * @param file a path that was real during the walk
         */
        SkipReason problem(Path file) {
            return needed
                    ? checked.computeIfAbsent(file.getParent(), RaceCheck::ask).orElse(null)
                    : null;
        }

        private static Optional<SkipReason> ask(Path directory) {
            try {
                return directory.toRealPath().equals(directory) ? Optional.empty() : Optional.of(SkipReason.VANISHED);
            } catch (IOException e) {
                return Optional.of(SkipReason.of(e));
            }
        }
    }
}

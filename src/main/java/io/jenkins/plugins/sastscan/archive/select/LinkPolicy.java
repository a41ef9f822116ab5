package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.EntryName;
import io.jenkins.plugins.sastscan.archive.files.OpenDirectories;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.MatchState;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Follows the symbolic links whose target is inside the walked directory. A linked directory is entered at most once
 * and never from within itself, so the walk cannot loop.
 */
public final class LinkPolicy {
    private final OpenDirectories directories;
    private final SelectionMatcher matcher;
    private final Set<Path> entered = new HashSet<>();

    LinkPolicy(OpenDirectories directories, SelectionMatcher matcher) {
        this.directories = directories;
        this.matcher = matcher;
    }

    /**
     * Opens a directory for a walk. Fails if a link in its path leads to a directory that a default exclude matches,
     * for example to {@code .git}.
     */
    public static OpenDirectories open(Path directory, Path workspace, Selection selection) throws ArchiveException {
        Selection all = new Selection(List.of(), List.of(), selection.defaultExcludes(), selection.caseSensitive());
        return OpenDirectories.open(directory, workspace, new SelectionMatcher(all, Map.of())::skipsAllIn);
    }

    /**
     * Returns the real path of a file. Fails if the real path is outside the workspace. Also fails if a link in the
     * path leads to a file that a default exclude matches.
     */
    public static Path locate(Path file, Path workspace) throws IOException {
        Path real = file.toRealPath();
        SelectionMatcher matcher = new SelectionMatcher(Selection.everything(), Map.of());
        OpenDirectories.checkLinks(file, real, workspace, matcher::skips, "file");
        return real;
    }

    /**
     * An entry that the walk has found, or the target of a link that is followed.
     *
     * @param directory the real path of the parent directory
     * @param attributes the attributes of the entry or of the target; null for a link that is not followed
     * @param real the match state of {@code directory}; null if the walk reached the entry without following a link, or
     *     if the entry is a link that is not followed
     * @param problem why the entry is skipped regardless of the patterns, or null
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

        /**
         * Returns why the entry is skipped, or null if it is not skipped. Checks the patterns first, then the name in
         * the archive, then the target.
         */
        SkipReason skipReason(SkipReason byPatterns, String name) {
            SkipReason skipReason = byPatterns == null ? EntryName.skipReason(name) : byPatterns;
            return skipReason == null ? problem : skipReason;
        }

        MatchState below() {
            return real == null ? null : real.enter(last());
        }

        Path path() {
            return directory.resolve(name);
        }

        String last() {
            return EntryName.of(name);
        }

        /**
         * Returns the skip reason if an exclude pattern skips the real path. Returns null if no exclude pattern skips
         * it, or if the walk followed no link.
         */
        SkipReason exclusion() {
            return real == null ? null : real.exclusion(last(), attributes.isDirectory());
        }
    }

    /**
     * @param real the match state of {@code directory}, or null if the walk reached the directory without following a
     *     link
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
            // The target has become a link in the meantime.
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            // The target does not exist, or the link is part of a loop.
        }
        return Resolved.notFollowed(directory, name, SkipReason.LINK_BROKEN);
    }

    /**
     * Returns why the walk must skip a linked directory, or null if the walk must enter the directory.
     *
     * @param above the real paths of the current directory of the walk and of its parents
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
}

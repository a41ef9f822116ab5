package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.EntryName;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.MatchState;
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
 * Follows the symbolic links whose target is inside the walked directory. A linked directory is entered at most once
 * and never from within itself, so the walk cannot loop.
 */
final class Links {
    private final Path root;
    private final SelectionMatcher matcher;
    private final Set<Path> entered = new HashSet<>();

    Links(Path root, SelectionMatcher matcher) {
        this.root = root;
        this.matcher = matcher;
    }

    /**
     * An entry that the walk has found, or the target of a link that is followed.
     *
     * @param path the real path; for a link that is not followed, the path of the link
     * @param attributes null for a link that is not followed
     * @param real the match state of the real parent directory; null unless the walk has followed a link
     * @param problem why the entry is skipped regardless of the patterns, or null
     */
    record Target(Path path, BasicFileAttributes attributes, boolean linked, MatchState real, SkipReason problem) {
        /** Checks the patterns first, then the name in the archive, then the target. Null if nothing skips the entry. */
        SkipReason skipReason(SkipReason byPatterns, String name) {
            SkipReason skipReason = byPatterns == null ? EntryName.skipReason(name) : byPatterns;
            return skipReason == null ? problem : skipReason;
        }

        MatchState below() {
            return real == null ? null : real.enter(last());
        }

        String last() {
            return EntryName.of(Objects.requireNonNull(path.getFileName()));
        }
    }

    /** Describes the exclude that matches the real path behind a link; null if there is none. */
    String exclusion(Target target) {
        if (target.real == null) {
            return null;
        }
        SkipReason reason = target.real.exclusion(target.last(), target.attributes.isDirectory());
        if (reason != null) {
            return matcher.decidedBy(reason, target.real, target.last());
        }
        String output = null;
        for (Path each = target.path; output == null && !each.equals(root); each = each.getParent()) {
            output = matcher.output(root, each);
        }
        return output;
    }

    /** @param real the match state of the parent directory; null if the walk has followed no link */
    Target resolve(Path path, MatchState real) throws IOException {
        BasicFileAttributes attributes = attributes(path);
        return attributes.isSymbolicLink()
                ? follow(path)
                : new Target(path, attributes, false, real, special(attributes));
    }

    private Target follow(Path link) throws IOException {
        SkipReason problem = SkipReason.LINK_BROKEN;
        try {
            Path target = link.toRealPath();
            if (target.startsWith(root) && !target.equals(root)) {
                BasicFileAttributes attributes = attributes(target);
                MatchState state = matcher.at(root.relativize(target.getParent()));
                return new Target(target, attributes, true, state, special(attributes));
            }
            problem = target.equals(root) ? SkipReason.LINK_LOOP : SkipReason.LINK_OUTSIDE;
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            // The target does not exist, or the link is part of a loop.
        }
        return new Target(link, null, true, null, problem);
    }

    /**
     * Returns why the walk must skip a linked directory, or null if the walk must enter the directory.
     *
     * @param above the real paths of the current directory of the walk and of its parents
     */
    SkipReason skipReason(Target directory, Stream<Path> above) {
        if (!directory.linked()) {
            return null;
        }
        Path real = directory.path();
        if (above.anyMatch(path -> path.startsWith(real))) {
            return SkipReason.LINK_LOOP;
        }
        return entered.add(real) ? null : SkipReason.LINK_REPEATED;
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static SkipReason special(BasicFileAttributes attributes) {
        return attributes.isOther() ? SkipReason.SPECIAL : null;
    }
}

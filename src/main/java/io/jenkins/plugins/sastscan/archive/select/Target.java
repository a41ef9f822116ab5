package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.DirectoryEntry.Kind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * An entry that the walk has found, or the target of a link.
 *
 * @param path the real path
 * @param listed the real path relative to the archived directory
 * @param problem why the entry is skipped regardless of the patterns, or null
 */
record Target(Path path, String listed, Kind kind, long size, SkipReason problem) {
    /** Returns null if Git does not select the entry. */
    static Target resolve(SourceRoot source, GitFiles git, Path path, String listed, DirectoryEntry entry) {
        Kind kind = entry.kind();
        Target found = new Target(path, listed, kind, entry.size(), null);
        if (git.isNested(listed)) {
            return found.with(SkipReason.NESTED_REPOSITORY);
        }
        if (!git.contains(listed, kind == Kind.DIRECTORY) && (kind != null || !git.contains(listed, true))) {
            return null;
        }
        if (kind == null || kind == Kind.SPECIAL) {
            return found.with(kind == null ? entry.problem() : SkipReason.SPECIAL);
        }
        return kind == Kind.LINK ? found.follow(source, git) : found;
    }

    private Target follow(SourceRoot source, GitFiles git) {
        try {
            Path real = path.toRealPath();
            if (!real.startsWith(source.top())) {
                return with(SkipReason.LINK_OUTSIDE);
            }
            BasicFileAttributes attributes = DirectoryEntry.attributes(real);
            String relative = EntryName.ofAll(source.root().relativize(real));
            SkipReason reason = !git.contains(relative, attributes.isDirectory())
                    ? SkipReason.LINK_NOT_SELECTED
                    : attributes.isOther() ? SkipReason.SPECIAL : null;
            return new Target(real, relative, Kind.of(attributes), attributes.size(), reason);
        } catch (AccessDeniedException e) {
            return with(SkipReason.UNREADABLE);
        } catch (IOException e) {
            // The target does not exist, or the link is part of a loop.
            return with(SkipReason.LINK_BROKEN);
        }
    }

    private Target with(SkipReason reason) {
        return new Target(path, listed, kind, size, reason);
    }
}

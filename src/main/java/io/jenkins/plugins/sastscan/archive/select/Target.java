package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file or directory that the walk has found, or to which a link leads.
 *
 * @param path the real path
 * @param listed the real path relative to the archived directory
 * @param problem why the entry is skipped regardless of the patterns, or null. If it is not null, the other values are
 *     null
 */
record Target(Path path, String listed, BasicFileAttributes found, SkipReason problem) {
    /** Returns null if Git does not select the entry. */
    static Target resolve(SourceRoot source, GitFiles git, Path path, String listed) {
        if (git.isNested(listed)) {
            return skipped(SkipReason.NESTED_REPOSITORY);
        }
        try {
            BasicFileAttributes found = attributes(path);
            if (!git.contains(listed, found.isDirectory())) {
                return null;
            }
            return found.isSymbolicLink() ? follow(source, git, path) : of(path, listed, found);
        } catch (IOException e) {
            boolean selected = git.contains(listed, false) || git.contains(listed, true);
            return selected ? skipped(SkipReason.of(e)) : null;
        }
    }

    private static Target follow(SourceRoot source, GitFiles git, Path link) {
        try {
            Path real = link.toRealPath();
            if (!real.startsWith(source.top())) {
                return skipped(SkipReason.LINK_OUTSIDE);
            }
            BasicFileAttributes target = attributes(real);
            String relative = EntryName.ofAll(source.root().relativize(real));
            return git.contains(relative, target.isDirectory())
                    ? of(real, relative, target)
                    : skipped(SkipReason.LINK_NOT_SELECTED);
        } catch (AccessDeniedException e) {
            return skipped(SkipReason.UNREADABLE);
        } catch (IOException e) {
            // The target does not exist, or the link is part of a loop.
            return skipped(SkipReason.LINK_BROKEN);
        }
    }

    private static Target of(Path path, String listed, BasicFileAttributes found) {
        return found.isOther() ? skipped(SkipReason.SPECIAL) : new Target(path, listed, found, null);
    }

    private static Target skipped(SkipReason problem) {
        return new Target(null, null, null, problem);
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}

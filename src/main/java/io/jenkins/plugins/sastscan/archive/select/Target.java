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
 * @param found null if there is a problem
 * @param problem why the entry is skipped regardless of the patterns, or null
 */
record Target(Path path, String listed, BasicFileAttributes found, SkipReason problem) {
    /** Returns null if Git does not select the entry. */
    static Target resolve(SourceRoot source, GitFiles git, Path path, String listed) {
        Target unknown = new Target(path, listed, null, SkipReason.NESTED_REPOSITORY);
        if (git.isNested(listed)) {
            return unknown;
        }
        try {
            BasicFileAttributes found = attributes(path);
            if (!git.contains(listed, found.isDirectory())) {
                return null;
            }
            return found.isSymbolicLink() ? unknown.follow(source, git) : of(path, listed, found);
        } catch (IOException e) {
            boolean selected = git.contains(listed, false) || git.contains(listed, true);
            return selected ? unknown.with(SkipReason.of(e)) : null;
        }
    }

    private Target follow(SourceRoot source, GitFiles git) {
        try {
            Path real = path.toRealPath();
            if (!real.startsWith(source.top())) {
                return with(SkipReason.LINK_OUTSIDE);
            }
            BasicFileAttributes target = attributes(real);
            String relative = EntryName.ofAll(source.root().relativize(real));
            return git.contains(relative, target.isDirectory())
                    ? of(real, relative, target)
                    : with(SkipReason.LINK_NOT_SELECTED);
        } catch (AccessDeniedException e) {
            return with(SkipReason.UNREADABLE);
        } catch (IOException e) {
            // The target does not exist, or the link is part of a loop.
            return with(SkipReason.LINK_BROKEN);
        }
    }

    private static Target of(Path path, String listed, BasicFileAttributes found) {
        return new Target(path, listed, found, found.isOther() ? SkipReason.SPECIAL : null);
    }

    private Target with(SkipReason reason) {
        return new Target(path, listed, null, reason);
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}

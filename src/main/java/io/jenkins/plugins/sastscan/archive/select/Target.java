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
 * @param found null if {@code problem} is the reason that nothing is known
 * @param problem why the entry is skipped regardless of the patterns, or null
 */
record Target(Path path, String listed, BasicFileAttributes found, SkipReason problem) {
    /** Returns null if Git does not select the entry. */
    static Target resolve(SourceRoot source, GitFiles git, Path path, String listed) {
        BasicFileAttributes found = null;
        SkipReason problem = null;
        try {
            found = attributes(path);
            problem = found.isOther() ? SkipReason.SPECIAL : null;
        } catch (IOException e) {
            problem = SkipReason.of(e);
        }
        Target target = new Target(path, listed, found, problem);
        if (git.isNested(listed)) {
            return target.with(SkipReason.NESTED_REPOSITORY);
        }
        boolean file = found == null || !found.isDirectory();
        boolean directory = found == null || found.isDirectory();
        if (!(file && git.contains(listed, false) || directory && git.contains(listed, true))) {
            return null;
        }
        return found != null && found.isSymbolicLink() ? target.follow(source, git) : target;
    }

    private Target follow(SourceRoot source, GitFiles git) {
        try {
            Path real = path.toRealPath();
            if (!real.startsWith(source.top())) {
                return with(SkipReason.LINK_OUTSIDE);
            }
            BasicFileAttributes attributes = attributes(real);
            String relative = EntryName.ofAll(source.root().relativize(real));
            SkipReason reason = !git.contains(relative, attributes.isDirectory())
                    ? SkipReason.LINK_NOT_SELECTED
                    : attributes.isOther() ? SkipReason.SPECIAL : null;
            return new Target(real, relative, attributes, reason);
        } catch (AccessDeniedException e) {
            return with(SkipReason.UNREADABLE);
        } catch (IOException e) {
            // The target does not exist, or the link is part of a loop.
            return with(SkipReason.LINK_BROKEN);
        }
    }

    private Target with(SkipReason reason) {
        return new Target(path, listed, found, reason);
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}

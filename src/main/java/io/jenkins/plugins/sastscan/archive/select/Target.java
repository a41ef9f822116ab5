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
 * An entry that the walk has found, or the target of a link.
 *
 * @param path the real path
 * @param listed the real path relative to the archived directory
 * @param behindLink whether the walk followed this or another link on the way
 * @param problem why the entry is skipped regardless of the patterns, or null
 */
record Target(
        Path path,
        String listed,
        BasicFileAttributes attributes,
        boolean linked,
        boolean behindLink,
        SkipReason problem) {
    /** Returns null if Git does not select the entry. */
    static Target resolve(SourceRoot source, GitFiles git, Path entry, String name, boolean behindLink)
            throws IOException {
        Path path = entry;
        String listed = name;
        BasicFileAttributes attributes = attributes(path);
        boolean linked = attributes.isSymbolicLink();
        SkipReason problem = null;
        if (git.isNested(listed)) {
            problem = SkipReason.NESTED_REPOSITORY;
        } else if (!git.contains(listed, attributes.isDirectory())) {
            return null;
        } else if (linked) {
            problem = SkipReason.LINK_OUTSIDE;
            try {
                path = path.toRealPath();
                if (path.startsWith(source.top())) {
                    listed = EntryName.ofAll(source.root().relativize(path));
                    attributes = attributes(path);
                    problem = git.contains(listed, attributes.isDirectory()) ? null : SkipReason.LINK_NOT_SELECTED;
                }
            } catch (AccessDeniedException e) {
                throw e;
            } catch (IOException e) {
                // The target does not exist, or the link is part of a loop.
                problem = SkipReason.LINK_BROKEN;
            }
        }
        problem = problem == null && attributes.isOther() ? SkipReason.SPECIAL : problem;
        return new Target(path, listed, attributes, linked, linked || behindLink, problem);
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}

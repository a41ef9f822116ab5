package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * An entry of a directory. Holds a path only if necessary, because a directory can have a million entries.
 *
 * @param name the name in the archive
 * @param exact the name on disk; null if the name in the archive is sufficient
 * @param size the size of a file in bytes
 * @param problem why {@code kind} is null
 */
record DirectoryEntry(String name, Path exact, Kind kind, long size, SkipReason problem) {
    enum Kind {
        FILE,
        DIRECTORY,
        LINK,
        /** A pipe, socket or device. */
        SPECIAL;

        static Kind of(BasicFileAttributes attributes) {
            return attributes.isRegularFile()
                    ? FILE
                    : attributes.isDirectory() ? DIRECTORY : attributes.isSymbolicLink() ? LINK : SPECIAL;
        }
    }

    Path in(Path directory) {
        return exact == null ? directory.resolve(name) : directory.resolve(exact);
    }

    /** Returns all entries of a directory in archive order: sorted by the UTF-8 bytes of their names. */
    static List<DirectoryEntry> list(Path directory) throws IOException, InterruptedException {
        List<DirectoryEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            for (Path path : paths) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while reading a directory.");
                }
                entries.add(of(path));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        boolean plain = entries.stream().allMatch(entry -> EntryName.isPlain(entry.name));
        Comparator<DirectoryEntry> byBytes =
                Comparator.comparing(entry -> entry.name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);
        entries.sort(plain ? Comparator.comparing(DirectoryEntry::name) : byBytes);
        return entries;
    }

    private static DirectoryEntry of(Path path) {
        Path last = Objects.requireNonNull(path.getFileName());
        String name = EntryName.of(last);
        Path exact = name.equals(last.toString()) && EntryName.faithful(name) ? null : last;
        try {
            BasicFileAttributes found = attributes(path);
            return new DirectoryEntry(name, exact, Kind.of(found), found.size(), null);
        } catch (IOException e) {
            return new DirectoryEntry(name, exact, null, 0, SkipReason.of(e));
        }
    }

    static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}

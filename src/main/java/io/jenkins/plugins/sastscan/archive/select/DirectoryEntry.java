package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
 */
record DirectoryEntry(String name, Path exact) {
    private static final Comparator<DirectoryEntry> BY_BYTES =
            Comparator.comparing(entry -> entry.name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    /** Returns all entries of a directory in archive order: sorted by the UTF-8 bytes of their names. */
    static List<DirectoryEntry> list(Path directory) throws IOException, InterruptedException {
        List<DirectoryEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            for (Path path : paths) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while reading a directory.");
                }
                Path last = Objects.requireNonNull(path.getFileName());
                String name = EntryName.of(last);
                entries.add(new DirectoryEntry(name, name.equals(last.toString()) ? null : last));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        boolean ascii = entries.stream().allMatch(entry -> EntryName.isAscii(entry.name));
        entries.sort(ascii ? Comparator.comparing(DirectoryEntry::name) : BY_BYTES);
        return entries;
    }

    Path in(Path directory) {
        return exact == null ? directory.resolve(name) : directory.resolve(exact);
    }
}

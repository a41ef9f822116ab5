package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An entry of a directory. Holds a path only if necessary, because a directory can have a million entries.
 *
 * @param name the name in the archive
 * @param exact the name on disk; null if the name in the archive is sufficient
 */
public record DirectoryEntry(String name, Path exact) {
    public Path in(Path directory) {
        return exact == null ? directory.resolve(name) : directory.resolve(exact);
    }

    /** Returns all entries of a directory in archive order: sorted by the UTF-8 bytes of their names. */
    public static List<DirectoryEntry> list(Path directory) throws IOException, InterruptedException {
        List<DirectoryEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            for (Path path : paths) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while reading a directory.");
                }
                Path last = Objects.requireNonNull(path.getFileName());
                String name = EntryName.of(last);
                boolean leadsBack = name.equals(last.toString()) && EntryName.faithful(name);
                entries.add(new DirectoryEntry(name, leadsBack ? null : last));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        makeUnique(entries);
        entries.sort(
                Comparator.comparing(entry -> entry.name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
        return entries;
    }

    /** Percent-encoding can make two names equal. Appends a number to encoded names to make them unique. */
    private static void makeUnique(List<DirectoryEntry> entries) {
        List<DirectoryEntry> encoded = entries.stream()
                .filter(entry -> entry.exact != null && entry.name.indexOf('%') >= 0)
                .sorted(Comparator.comparing(DirectoryEntry::exact))
                .toList();
        if (encoded.isEmpty()) {
            return;
        }
        entries.removeAll(new HashSet<>(encoded));
        Set<String> names = entries.stream().map(DirectoryEntry::name).collect(Collectors.toCollection(HashSet::new));
        Map<String, Integer> numbers = new HashMap<>();
        for (DirectoryEntry entry : encoded) {
            String name = entry.name;
            while (!names.add(name)) {
                name = entry.name + "%" + numbers.merge(entry.name, 1, Integer::sum);
            }
            entries.add(new DirectoryEntry(name, entry.exact));
        }
    }
}

package io.jenkins.plugins.sastscan.archive.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * An entry of a directory. Holds a path only if necessary, because a directory can have a million entries.
 *
 * @param name the name in the archive
 * @param exact the name on disk; null if the name in the archive is sufficient
 */
public record DirectoryEntry(String name, Path exact) {
    /**
     * The first duplicate of a name gets the suffix {@code %}, the second gets {@code %%}, and the ninth gets nine
     * percent signs. The tenth duplicate gets the suffix {@code %10}.
     */
    private static final int MAX_SIGNS = 9;

    public Path in(Path directory) {
        return exact == null ? directory.resolve(name) : directory.resolve(exact);
    }

    /** Tells whether the name may contain percent-encoded bytes. */
    private boolean encoded() {
        return exact != null && name.indexOf('%') >= 0;
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
        entries.sort(Comparator.comparing(DirectoryEntry::name, EntryName::compare));
        return entries;
    }

    /** Percent-encoding can make two names equal. Appends a suffix to encoded names to make them unique. */
    private static void makeUnique(List<DirectoryEntry> entries) {
        List<DirectoryEntry> encoded = entries.stream()
                .filter(DirectoryEntry::encoded)
                .sorted(Comparator.comparing(DirectoryEntry::exact))
                .toList();
        if (encoded.isEmpty()) {
            return;
        }
        entries.removeIf(DirectoryEntry::encoded);
        Set<String> names = new HashSet<>();
        entries.forEach(entry -> names.add(entry.name));
        Map<String, Integer> tried = new HashMap<>();
        for (DirectoryEntry entry : encoded) {
            String name = entry.name;
            while (!names.add(name)) {
                int again = tried.merge(entry.name, 1, Integer::sum);
                name = entry.name + (again <= MAX_SIGNS ? "%".repeat(again) : "%" + again);
            }
            entries.add(new DirectoryEntry(name, entry.exact));
        }
    }
}

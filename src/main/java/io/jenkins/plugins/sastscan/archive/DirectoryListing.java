package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
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
 * Lists a directory in the order of the archive. Entries are kept small, because a directory can have a million of
 * them.
 */
final class DirectoryListing {
    /** Below this number, each duplicate name gets one more percent sign. Later ones get a number. */
    private static final int MAX_SIGNS = 10;

    private DirectoryListing() {}

    /**
     * An entry of a directory.
     *
     * @param name its name in the archive
     * @param exact its name as a path, or null if the name in the archive is sufficient
     */
    record Child(String name, Path exact) {
        /** Tells whether the name may contain percent-encoded bytes. */
        private boolean encoded() {
            return exact != null && name.indexOf('%') >= 0;
        }

        /** Returns its name as a path. */
        Path path(FileSystem system) {
            return exact == null ? system.getPath(name) : exact;
        }
    }

    /** Returns all entries, sorted by the UTF-8 bytes of their names. */
    static List<Child> read(DirectoryStream<Path> directory) throws IOException, InterruptedException {
        List<Child> children = new ArrayList<>();
        try {
            for (Path path : directory) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while reading a directory.");
                }
                Path last = Objects.requireNonNull(path.getFileName());
                String name = EntryName.of(last);
                boolean leadsBack = name.equals(last.toString()) && EntryName.faithful(name);
                children.add(new Child(name, leadsBack ? null : last));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        makeUnique(children);
        children.sort(Comparator.comparing(Child::name, EntryName::compare));
        return children;
    }

    /** Percent-encoding can make two names equal. Appends percent signs to make them unique. */
    private static void makeUnique(List<Child> children) {
        List<Child> encoded = children.stream()
                .filter(Child::encoded)
                .sorted(Comparator.comparing(Child::exact))
                .toList();
        if (encoded.isEmpty()) {
            return;
        }
        children.removeIf(Child::encoded);
        Set<String> names = new HashSet<>();
        children.forEach(child -> names.add(child.name));
        Map<String, Integer> tried = new HashMap<>();
        for (Child child : encoded) {
            String name = child.name;
            while (!names.add(name)) {
                int again = tried.merge(child.name, 1, Integer::sum);
                name = child.name + (again < MAX_SIGNS ? "%".repeat(again) : "%" + again);
            }
            children.add(new Child(name, child.exact));
        }
    }
}

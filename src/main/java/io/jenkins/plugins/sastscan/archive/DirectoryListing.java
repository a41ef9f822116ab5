package io.jenkins.plugins.sastscan.archive;

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
import java.util.Set;

/** The entries of one directory in the archive's order, held as small as they can be, since a directory may have a million. */
final class DirectoryListing {
    /** So many names that come out as one get a sign more each; those of more get a number. */
    private static final int MOST_SIGNS = 10;

    private DirectoryListing() {}

    /**
     * An entry of a directory.
     *
     * @param name its name as an archive has it
     * @param exact its path, or null if the name alone leads to it
     */
    record Child(String name, Path exact) {
        /** Whether bytes of its name may be shown by their number. */
        private boolean numbered() {
            return exact != null && name.indexOf('%') >= 0;
        }

        Path in(Path directory) {
            return exact == null ? directory.resolve(name) : exact;
        }
    }

    /** All entries, sorted by the bytes of their names in UTF-8. */
    static List<Child> read(Path directory) throws IOException, InterruptedException {
        List<Child> children = new ArrayList<>();
        int depth = directory.getNameCount();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path path : stream) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while reading a directory.");
                }
                Path last = path.getName(depth);
                String name = EntryName.of(last);
                boolean leadsBack = name.equals(last.toString()) && EntryName.faithful(name);
                children.add(new Child(name, leadsBack ? null : path));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        tellApart(children);
        children.sort(Comparator.comparing(Child::name, EntryName::compare));
        return children;
    }

    /** Two names may come out as one when bytes are shown by their number: one of them gets a sign more. */
    private static void tellApart(List<Child> children) {
        List<Child> numbered = children.stream()
                .filter(Child::numbered)
                .sorted(Comparator.comparing(Child::exact))
                .toList();
        if (numbered.isEmpty()) {
            return;
        }
        children.removeIf(Child::numbered);
        Set<String> names = new HashSet<>();
        children.forEach(child -> names.add(child.name));
        Map<String, Integer> tried = new HashMap<>();
        for (Child child : numbered) {
            String name = child.name;
            while (!names.add(name)) {
                int again = tried.merge(child.name, 1, Integer::sum);
                name = child.name + (again < MOST_SIGNS ? "%".repeat(again) : "%" + again);
            }
            children.add(new Child(name, child.exact));
        }
    }
}

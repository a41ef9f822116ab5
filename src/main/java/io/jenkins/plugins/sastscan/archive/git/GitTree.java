package io.jenkins.plugins.sastscan.archive.git;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.DirectoryEntry;
import io.jenkins.plugins.sastscan.archive.files.EntryName;
import io.jenkins.plugins.sastscan.archive.files.OpenDirectories;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The entries that Git selects in a directory and in the directories below it. File names are kept as bytes to save
 * memory, because a repository can have a million files.
 */
public final class GitTree {
    private final Map<String, GitTree> directories = new HashMap<>();
    /** The file names, encoded in UTF-8. A slash marks the end of each name. */
    private final ByteArrayOutputStream files = new ByteArrayOutputStream();

    private final Map<String, SkipReason> skipped = new HashMap<>();
    /** The names are cached, because many links can lead to the same large directory. */
    private WeakReference<Set<String>> cachedNames;

    void add(String name) {
        files.writeBytes((name + "/").getBytes(StandardCharsets.UTF_8));
    }

    void skip(String name, SkipReason reason) {
        skipped.put(name, reason);
    }

    /** Returns a directory, and adds it if it is missing. */
    GitTree enter(List<String> names) {
        GitTree directory = this;
        for (String name : names) {
            directory = directory.directories.computeIfAbsent(name, any -> new GitTree());
        }
        return directory;
    }

    /** Returns the entries of this directory, sorted like those of {@link DirectoryEntry#read}. */
    public List<DirectoryEntry> children(OpenDirectories opened, Path directory)
            throws IOException, InterruptedException {
        Set<String> names = files();
        names.addAll(directories.keySet());
        names.addAll(skipped.keySet());
        Map<String, DirectoryEntry> exact = new HashMap<>();
        if (!names.stream().allMatch(EntryName::faithful) || skipped.containsValue(SkipReason.NAME_UNSUPPORTED)) {
            // Some names cannot be converted to paths in this locale. A directory listing supplies the paths instead.
            opened.list(directory).forEach(child -> exact.put(child.name(), child));
        }
        return names.stream()
                .filter(name -> EntryName.faithful(name) || exact.containsKey(name))
                .map(name -> exact.getOrDefault(name, new DirectoryEntry(name, null)))
                .sorted(Comparator.comparing(DirectoryEntry::name, EntryName::compare))
                .toList();
    }

    private Set<String> files() {
        Set<String> names = new HashSet<>();
        if (files.size() > 0) {
            names.addAll(List.of(files.toString(StandardCharsets.UTF_8).split("/")));
        }
        return names;
    }

    /** Returns why an entry is skipped, or null if it is not skipped. */
    public SkipReason skipReason(String name) {
        return skipped.get(name);
    }

    /** Returns a directory, or null if nothing in it is selected. */
    public GitTree directory(String name) {
        return directories.get(name);
    }

    public GitTree directory(Path path) {
        GitTree directory = this;
        for (Path segment : path) {
            if (directory != null && !segment.toString().isEmpty()) {
                directory = directory.directory(EntryName.of(segment));
            }
        }
        return directory;
    }

    /** Tells whether Git lists an entry of {@link #children} as a file. */
    public boolean selects(String name) {
        return !directories.containsKey(name) && !skipped.containsKey(name) || lists(name);
    }

    public boolean selects(Path path) {
        GitTree directory = directory(path.resolveSibling(""));
        return directory != null && directory.lists(EntryName.of(path.getName(path.getNameCount() - 1)));
    }

    private boolean lists(String name) {
        Set<String> names = cachedNames == null ? null : cachedNames.get();
        if (names == null) {
            names = files();
            cachedNames = new WeakReference<>(names);
        }
        return names.contains(name);
    }
}

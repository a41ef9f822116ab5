package io.jenkins.plugins.sastscan.archive.git;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.DirectoryEntry;
import io.jenkins.plugins.sastscan.archive.files.EntryName;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The files that Git selects below a directory. Paths are relative to it; those of directories end with a slash. */
public final class GitFiles {
    /** In the order of the archive, so the files of a directory follow each other. */
    private final List<String> files = new ArrayList<>();

    private final Map<String, Map<String, SkipReason>> skipped = new HashMap<>();
    private final Set<String> missingSubmodules = new TreeSet<>();

    void add(String path) {
        files.add(path);
    }

    void skip(String path, SkipReason reason) {
        int name = path.lastIndexOf('/') + 1;
        skipped.computeIfAbsent(path.substring(0, name), any -> new TreeMap<>()).put(path.substring(name), reason);
    }

    void addMissingSubmodule(String path) {
        missingSubmodules.add(path);
    }

    /** Call this method after the last file was added. */
    void sort() {
        files.sort(EntryName::compare);
    }

    /** Returns the submodules whose directories do not exist. */
    public Set<String> missingSubmodules() {
        return missingSubmodules;
    }

    /** Returns why an entry of a directory is skipped, or null if it is not skipped. */
    public SkipReason skipReason(String directory, String name) {
        return skipped.getOrDefault(directory, Map.of()).get(name);
    }

    public boolean hasFile(String path) {
        return Collections.binarySearch(files, path, EntryName::compare) >= 0;
    }

    /** Tells whether Git selects a file in a directory, or skips an entry of it. */
    public boolean hasDirectory(String directory) {
        int first = first(directory);
        return first < files.size() && files.get(first).startsWith(directory)
                || skipped.keySet().stream().anyMatch(above -> above.startsWith(directory));
    }

    /** Returns the entries of a directory that Git selects or skips, in the order of the archive. */
    public List<DirectoryEntry> children(String directory, Path path) throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>(EntryName::compare);
        int i = first(directory);
        while (i < files.size() && files.get(i).startsWith(directory)) {
            String file = files.get(i);
            int slash = file.indexOf('/', directory.length());
            names.add(slash < 0 ? file.substring(directory.length()) : file.substring(directory.length(), slash));
            i = slash < 0 ? i + 1 : firstNotIn(file.substring(0, slash + 1), i);
        }
        Map<String, SkipReason> here = skipped.getOrDefault(directory, Map.of());
        names.addAll(here.keySet());
        skipped.keySet().stream()
                .filter(above -> above.startsWith(directory) && above.length() > directory.length())
                .forEach(above ->
                        names.add(above.substring(directory.length(), above.indexOf('/', directory.length()))));
        Map<String, DirectoryEntry> exact = new HashMap<>();
        if (!names.stream().allMatch(EntryName::faithful) || here.containsValue(SkipReason.NAME_UNSUPPORTED)) {
            // Some names cannot be converted to paths in this locale. A directory listing supplies the paths instead.
            DirectoryEntry.list(path).forEach(child -> exact.put(child.name(), child));
        }
        return names.stream()
                .filter(name ->
                        exact.containsKey(name) || EntryName.faithful(name) && isName(path.getFileSystem(), name))
                .map(name -> exact.getOrDefault(name, new DirectoryEntry(name, null)))
                .toList();
    }

    /** Rejects {@code .}, {@code ..}, and segments with a drive or a separator, such as {@code C:x} on Windows. */
    static boolean isName(FileSystem system, String segment) {
        if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
            return false;
        }
        try {
            Path name = system.getPath(segment);
            return name.getNameCount() == 1
                    && name.getRoot() == null
                    && name.toString().equals(segment);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private int first(String directory) {
        int found = Collections.binarySearch(files, directory, EntryName::compare);
        return found < 0 ? -found - 1 : found;
    }

    private int firstNotIn(String directory, int from) {
        int low = from;
        int high = files.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (files.get(middle).startsWith(directory)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

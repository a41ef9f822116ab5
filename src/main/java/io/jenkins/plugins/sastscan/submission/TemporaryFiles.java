package io.jenkins.plugins.sastscan.submission;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Names a zip file in a temporary directory that several submissions can use at a time, and deletes files that killed
 * processes left there. A file does not show whether it is in use. So list all files first, then look up which names are in
 * use, then delete the other files. A file that was created meanwhile is not among them.
 *
 * @param folder the directory, which may be on another machine
 * @param name letters, digits, dots and hyphens; distinguishes the files of a submission from all others
 */
public record TemporaryFiles(String folder, String name) implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String PREFIX = "sast-scan-";
    private static final String ZIP = ".zip";

    /** More files are found the next time. */
    private static final int MAX_FOUND = 1_000;

    public TemporaryFiles {
        if (!name.matches("[A-Za-z0-9.-]+")) {
            throw new IllegalArgumentException(name);
        }
    }

    /** Deletes what an earlier attempt left under this name, and returns the path of the file. */
    public Path next() throws IOException {
        for (Path file : list(PREFIX + name + ZIP + "*")) {
            Files.deleteIfExists(file);
        }
        return path(ZIP);
    }

    /** The path of the file. */
    public String file() {
        return path(ZIP).toString();
    }

    /** Takes the lock for work on the file. */
    public WorkLock lock() throws InterruptedException {
        return WorkLock.take(Path.of(folder), path(".lock"));
    }

    /** Returns the names of the files of submissions, at most {@value #MAX_FOUND}. */
    public List<String> found() throws IOException {
        return list(PREFIX + "*").stream()
                .limit(MAX_FOUND)
                .map(file -> file.toFile().getName())
                .toList();
    }

    /**
     * Returns the files that nobody uses.
     *
     * @param found the names of files of submissions, as the machine of the directory tells them
     * @param used the names of all submissions that run
     */
    public List<String> leftovers(Collection<String> found, Collection<String> used) {
        return found.stream()
                .limit(MAX_FOUND)
                .filter(file -> used.stream().noneMatch(running -> file.startsWith(PREFIX + running + ".")))
                .toList();
    }

    /** Deletes those files of submissions that have these names. */
    public void delete(Collection<String> names) throws IOException {
        Set<String> deleted = Set.copyOf(names);
        for (Path file : deleted.isEmpty() ? List.<Path>of() : list(PREFIX + "*")) {
            if (deleted.contains(file.toFile().getName())) {
                Files.deleteIfExists(file);
            }
        }
    }

    private Path path(String extension) {
        return Path.of(folder, PREFIX + name + extension);
    }

    private List<Path> list(String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(Path.of(folder))) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of(folder), glob)) {
                for (Path file : all) {
                    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                        files.add(file);
                    }
                }
            }
        }
        return files;
    }
}

package io.jenkins.plugins.sastscan.submission;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Names zip files in a temporary directory, and deletes files that killed processes left there. */
public final class TemporaryFiles {
    private final Path folder;
    private final String group;
    private final String owner;

    /**
     * Creates names for one owner.
     *
     * @param group the prefix of all names, for all owners; no other files in the directory may have it
     * @param owner letters and digits; files of other owners are deleted, so only one owner may use the directory at a
     *     time
     */
    public TemporaryFiles(Path folder, String group, String owner) {
        if (!owner.matches("[A-Za-z0-9]+")) {
            throw new IllegalArgumentException("not letters and digits: " + owner);
        }
        this.folder = folder;
        this.group = group;
        this.owner = owner;
    }

    /** Names the archives of submissions. */
    public static TemporaryFiles ofSubmissions(Path folder, String owner) {
        return new TemporaryFiles(folder, "sast-scan", owner);
    }

    Path folder() {
        return folder;
    }

    /**
     * Deletes files of other owners, and a file that an earlier process left with this name.
     *
     * @return the path of a new file
     */
    public Path next(String name) throws IOException {
        removeLeftovers();
        Path file = folder.resolve(prefix() + name + ".zip");
        Files.deleteIfExists(file);
        return file;
    }

    /** Returns the path of the lock for work on the file with this name. */
    public Path lock(String name) {
        return folder.resolve(prefix() + name + ".lock");
    }

    private String prefix() {
        return group + "-" + owner + "-";
    }

    private void removeLeftovers() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, group + "-*")) {
            for (Path file : files) {
                if (!folder.relativize(file).toString().startsWith(prefix())
                        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}

package io.jenkins.plugins.sastscan.submission;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Names a zip file in a temporary directory, and deletes files that killed processes left there.
 *
 * @param folder the directory, which may be on another machine
 * @param group the prefix of all names, for all owners; no other files in the directory may have it
 * @param owner letters and digits; files of other owners are deleted, so only one owner may use the directory at a time
 * @param name distinguishes the files of an owner
 */
public record TemporaryFiles(String folder, String group, String owner, String name) implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String ZIP = ".zip";

    public TemporaryFiles {
        if (!owner.matches("[A-Za-z0-9]+")) {
            throw new IllegalArgumentException("not letters and digits: " + owner);
        }
    }

    /** Deletes files of other owners and earlier files of this name, and returns the path of the file. */
    public Path next() throws IOException {
        removeLeftovers();
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

    private Path path(String extension) {
        return Path.of(folder, prefix() + name + extension);
    }

    private String prefix() {
        return group + "-" + owner + "-";
    }

    private void removeLeftovers() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(folder), group + "-*")) {
            for (Path file : files) {
                String found = file.toFile().getName();
                if ((!found.startsWith(prefix()) || found.startsWith(prefix() + name + ZIP))
                        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}

package io.jenkins.plugins.sastscan.submission;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;

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

    /** Deletes files of other owners, and returns a new path. */
    public Path next() throws IOException {
        removeLeftovers();
        return folder.resolve(prefix() + UUID.randomUUID() + ".zip");
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

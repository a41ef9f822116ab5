package io.jenkins.plugins.sastscan.submission;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Names for zip files in a folder for temporary files. What a killed process has left there is removed by the next one
 * that asks for a name.
 */
public final class TemporaryFiles {
    private final Path folder;
    private final String group;
    private final String owner;

    /**
     * Files of one owner.
     *
     * @param group what the names of all owners begin with; nobody else's names in the folder may
     * @param owner letters and digits; files of the group that bear another's name are taken for leftovers, so owners of a
     *     group must not use the folder at the same time
     */
    public TemporaryFiles(Path folder, String group, String owner) {
        if (!owner.matches("[A-Za-z0-9]+")) {
            throw new IllegalArgumentException("not letters and digits: " + owner);
        }
        this.folder = folder;
        this.group = group;
        this.owner = owner;
    }

    /** Removes what others left, and names a file that does not exist yet. */
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

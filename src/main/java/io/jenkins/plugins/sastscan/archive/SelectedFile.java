package io.jenkins.plugins.sastscan.archive;

import java.nio.file.Path;

/**
 * A file that a selection takes.
 *
 * @param name its name in the archive: relative, segments parted by {@code /}, always encodable as UTF-8
 * @param size its bytes when it was found; no more are ever read
 * @param path where to open it, which is no link; its name need not tell: not every locale can name every file
 */
public record SelectedFile(String name, long size, Path path) {
    /** Whether it can be unpacked on Windows under its name. */
    public boolean validOnWindows() {
        return EntryName.validOnWindows(name);
    }
}

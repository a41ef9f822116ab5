package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.files.EntryName;
import java.nio.file.Path;

/**
 * A selected file.
 *
 * @param name its name in the archive: relative, separated by {@code /}, valid in UTF-8
 * @param size its size in bytes when it was found; no more bytes are read
 * @param path the path to open, never a link; can differ from the name, because not every locale can express every name
 */
public record SelectedFile(String name, long size, Path path) {
    /** Tells whether its name is valid on Windows. */
    public boolean validOnWindows() {
        return EntryName.validOnWindows(name);
    }
}

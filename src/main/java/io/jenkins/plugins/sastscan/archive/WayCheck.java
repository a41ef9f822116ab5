package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells whether files were reached by the directories of their paths, or a link has come into the way since the walk was
 * there. To be asked when they have been opened: a link that comes later can do no harm. Asks once a directory, since that
 * costs more than opening a file; so it is for files opened at about the same time, and for one thread.
 */
final class WayCheck {
    private final Map<Path, Boolean> directories = new HashMap<>();

    /** @param file a path that was real */
    boolean isFree(Path file) {
        return directories.computeIfAbsent(file.getParent(), WayCheck::isReal);
    }

    private static boolean isReal(Path directory) {
        try {
            return directory.toRealPath().equals(directory);
        } catch (IOException e) {
            return false;
        }
    }
}

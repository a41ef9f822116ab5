package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells whether files were reached by the directories of their paths, or a link has come into the way since the walk was
 * there. To be asked when they have been opened: a link that comes later can do no harm. Asks once a directory, since that
 * costs more than opening a file; so it is for files opened at about the same time, and for one thread.
 */
final class SymlinkRaceCheck {
    private final Map<Path, Optional<Reason>> directories = new HashMap<>();

    /**
     * Why a file is left out, or null if it was reached.
     *
     * @param file a path that was real
     */
    Reason trouble(Path file) {
        return directories
                .computeIfAbsent(file.getParent(), SymlinkRaceCheck::ask)
                .orElse(null);
    }

    private static Optional<Reason> ask(Path directory) {
        try {
            return directory.toRealPath().equals(directory) ? Optional.empty() : Optional.of(Reason.VANISHED);
        } catch (IOException e) {
            return Optional.of(FileTree.reason(e));
        }
    }
}

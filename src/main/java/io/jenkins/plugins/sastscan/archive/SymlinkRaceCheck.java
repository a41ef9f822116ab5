package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Detects symbolic links that replaced directories of a path since the walk. Check after opening the file; a link that
 * appears later is harmless. Results are cached per directory, so use each instance only for files opened at about the
 * same time. Not thread-safe.
 */
final class SymlinkRaceCheck {
    private final Map<Path, Optional<Reason>> directories = new HashMap<>();

    /**
     * Returns why a file must be skipped, or null.
     *
     * @param file a path that was real during the walk
     */
    Reason problem(Path file) {
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

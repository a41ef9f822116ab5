package io.jenkins.plugins.sastscan.archive.files;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Detects symbolic links that replaced directories of a path since the walk, where the system may follow them. Check
 * after opening the file; a link that appears later is harmless. Results are cached per directory, so use each
 * instance only for files opened at about the same time. Not thread-safe.
 */
public final class SymlinkRaceCheck {
    private final boolean needed;
    private final Map<Path, Optional<SkipReason>> checked = new HashMap<>();

    public SymlinkRaceCheck(OpenDirectories directories) {
        needed = !directories.followsNoLinks();
    }

    /**
     * Returns why a file must be skipped, or null.
     *
     * @param file a path that was real during the walk
     */
    public SkipReason problem(Path file) {
        return needed
                ? checked.computeIfAbsent(file.getParent(), SymlinkRaceCheck::ask)
                        .orElse(null)
                : null;
    }

    private static Optional<SkipReason> ask(Path directory) {
        try {
            return directory.toRealPath().equals(directory) ? Optional.empty() : Optional.of(SkipReason.VANISHED);
        } catch (IOException e) {
            return Optional.of(SkipReason.of(e));
        }
    }
}

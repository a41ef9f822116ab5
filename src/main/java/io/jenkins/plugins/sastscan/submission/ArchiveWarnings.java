package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Warns of source code that an archive probably lacks. A scan would silently find nothing in it. */
public final class ArchiveWarnings {
    private ArchiveWarnings() {}

    /** Returns a sentence for each kind of source that is missing. */
    public static List<String> warnings(ArchiveFacts facts) {
        List<String> warnings = new ArrayList<>();
        for (SkippedFiles.Group group : facts.skippedFiles().groups()) {
            if (group.reason() == SkipReason.LFS_POINTER) {
                warnings.add(
                        "The archive has " + group.words() + ". Run git lfs pull before this step, or exclude them.");
            } else if (group.reason() == SkipReason.SUBMODULE) {
                warnings.add("The archive lacks " + group.words()
                        + ". Check out submodules before this step, or exclude them.");
            }
        }
        return warnings;
    }

    /**
     * Returns a warning if an archive is less than half as large as the one before.
     *
     * @param before the size of the one before
     * @param build the number of the build that submitted it
     */
    public static Optional<String> shrunk(long bytes, long before, int build) {
        if (bytes >= before - before / 2) {
            return Optional.empty();
        }
        return Optional.of("The archive is " + Figures.bytes(bytes) + ", less than half of the "
                + Figures.bytes(before) + " of build #" + build
                + ". Check that the checkout is complete and the patterns are right.");
    }
}

package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Warns about files that should not be in an archive, and about source code that is probably missing. */
final class ArchiveWarnings {
    private ArchiveWarnings() {}

    /** Only the warning about unmatched patterns quotes patterns of the job. No warning has the name of a file. */
    static List<String> of(ArchiveReport archive) {
        List<String> warnings = new ArrayList<>();
        if (!archive.getUnmatchedPatterns().isEmpty()) {
            warnings.add(
                    SkippedFiles.unmatched(archive.getUnmatchedPatterns()) + "Check their spelling, or remove them.");
        }
        if (archive.getLikelySecrets() > 0) {
            warnings.add("Found " + Figures.count(archive.getLikelySecrets(), "likely secret")
                    + " by file name. Exclude what the SAST server should not receive.");
        }
        if (archive.getNamesInvalidOnWindows() > 0) {
            warnings.add("Windows does not allow the names of "
                    + Figures.count(archive.getNamesInvalidOnWindows(), "file")
                    + ". A SAST server on Windows may fail to unpack the archive; rename or exclude these files.");
        }
        for (SkippedGroup group : archive.getSkippedFiles()) {
            String counted = group.reason().counted(group.getCount());
            if (group.reason() == SkipReason.LFS_POINTER) {
                warnings.add("The archive has " + counted + ". Run git lfs pull before this step, or exclude them.");
            } else if (group.reason() == SkipReason.SUBMODULE) {
                warnings.add(
                        "The archive lacks " + counted + ". Check out submodules before this step, or exclude them.");
            } else if (group.reason().isNameProblem()) {
                warnings.add("The archive has " + counted
                        + ". A SAST server on such a system loses them; rename or exclude them.");
            } else if (group.reason().isLoss()) {
                warnings.add(
                        "The archive lacks " + counted
                                + ". Make sure that the agent can read all files and that nothing else changes them, or exclude them.");
            }
        }
        return warnings;
    }

    /** Returns a warning if an archive is less than half as large as the archive of {@code build}. */
    static Optional<String> shrunk(long bytes, long before, int build) {
        if (bytes >= before - before / 2) {
            return Optional.empty();
        }
        return Optional.of("The archive is " + Figures.bytes(bytes) + ", less than half of the "
                + Figures.bytes(before) + " of build #" + build
                + ". Check that the checkout is complete and the patterns are right.");
    }
}

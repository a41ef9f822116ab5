package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Warns about files that should not be in an archive, and about source code that is probably missing. */
public final class ArchiveWarnings {
    private ArchiveWarnings() {}

    /**
     * Only the warning from {@link #unmatchedPatterns} quotes patterns of the job. Therefore, the report shows this
     * warning only to users who can read the workspace.
     */
    public static List<String> warnings(ContentStatistics contents, SkippedFiles skippedFiles) {
        List<String> warnings = new ArrayList<>();
        unmatchedPatterns(skippedFiles).ifPresent(warnings::add);
        if (contents.likelySecrets() > 0) {
            warnings.add(
                    "Found " + Figures.count(contents.likelySecrets(), "likely secret")
                            + " by file name; the submission page lists the names. Exclude what the SAST server should not receive.");
        }
        if (contents.namesInvalidOnWindows() > 0) {
            warnings.add("Windows does not allow the names of "
                    + Figures.count(contents.namesInvalidOnWindows(), "file")
                    + ". A SAST server on Windows may fail to unpack the archive; rename or exclude these files.");
        }
        for (SkippedFiles.Group group : skippedFiles.groups()) {
            if (group.reason() == SkipReason.LFS_POINTER) {
                warnings.add(
                        "The archive has " + group.words() + ". Run git lfs pull before this step, or exclude them.");
            } else if (group.reason() == SkipReason.SUBMODULE) {
                warnings.add("The archive lacks " + group.words()
                        + ". Check out submodules before this step, or exclude them.");
            } else if (group.reason().isNameProblem()) {
                warnings.add("The archive has " + group.words()
                        + ". A SAST server on such a system loses them; rename or exclude them.");
            } else if (group.reason().isLoss()) {
                warnings.add(
                        "The archive lacks " + group.words()
                                + ". Make sure that the agent can read all files and that nothing else changes them, or exclude them.");
            }
        }
        return warnings;
    }

    /** Returns a warning about patterns that match nothing, such as a misspelled exclude pattern that skips no file. */
    public static Optional<String> unmatchedPatterns(SkippedFiles skippedFiles) {
        return Optional.of(skippedFiles.unmatched())
                .filter(Predicate.not(String::isEmpty))
                .map(sentence -> sentence + "Check their spelling, or remove them.");
    }

    /** Returns a warning if an archive is less than half as large as the archive of {@code build}. */
    public static Optional<String> shrunk(long bytes, long before, int build) {
        if (bytes >= before - before / 2) {
            return Optional.empty();
        }
        return Optional.of("The archive is " + Figures.bytes(bytes) + ", less than half of the "
                + Figures.bytes(before) + " of build #" + build
                + ". Check that the checkout is complete and the patterns are right.");
    }
}

package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Explains why a selection contains no files. */
final class EmptySelection {
    private EmptySelection() {}

    static EmptySelectionException exception(Path directory, SkippedFiles.Tally skippedFiles) {
        List<String> counts = new ArrayList<>();
        for (Reason reason : Reason.values()) {
            if (skippedFiles.count(reason) > 0) {
                counts.add(skippedFiles.count(reason) + " " + reason.words(skippedFiles.count(reason)));
            }
        }
        if (counts.isEmpty()) {
            return new EmptySelectionException(
                    "There are no files in " + directory + ". Check out the sources first, or set another directory.");
        }
        return new EmptySelectionException("Every file in " + directory + " is skipped: " + String.join(", ", counts)
                + ". "
                + SkippedFiles.unmatched(skippedFiles.unmatchedPatterns())
                + "Change the patterns, or set another directory.");
    }
}

package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Explains why a selection contains no files. */
final class EmptySelection {
    private static final int MAX_SHOWN = 5;

    private EmptySelection() {}

    /** @param unmatched the include patterns that match nothing */
    static EmptySelectionException exception(
            Path directory, List<String> unmatched, SkippedFiles.Tally skippedFiles) {
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
                + "." + clause(unmatched) + " Change the patterns, or set another directory.");
    }

    private static String clause(List<String> unmatched) {
        if (unmatched.isEmpty()) {
            return "";
        }
        String more = unmatched.size() > MAX_SHOWN ? " and " + (unmatched.size() - MAX_SHOWN) + " more" : "";
        return (unmatched.size() == 1 ? " The include pattern " : " The include patterns ")
                + unmatched.stream()
                        .limit(MAX_SHOWN)
                        .map(pattern -> "'" + AntPattern.shown(pattern) + "'")
                        .collect(Collectors.joining(", "))
                + more
                + (unmatched.size() == 1 ? " matches nothing." : " match nothing.");
    }
}

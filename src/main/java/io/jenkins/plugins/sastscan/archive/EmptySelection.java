package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Explains why a selection contains no files. */
final class EmptySelection {
    private static final int MAX_SHOWN = 5;

    private EmptySelection() {}

    /** @param matched indices of the include patterns that matched a file that was skipped for another reason */
    static EmptySelectionException exception(
            Path directory, List<String> includes, BitSet matched, SkippedFiles.Tally skippedFiles) {
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
                + "." + unmatched(includes, matched) + " Change the patterns, or set another directory.");
    }

    private static String unmatched(List<String> includes, BitSet matched) {
        List<String> unmatched = new ArrayList<>();
        for (int i = 0; i < includes.size(); i++) {
            if (!matched.get(i)) {
                unmatched.add("'" + AntPattern.shown(includes.get(i)) + "'");
            }
        }
        if (unmatched.isEmpty()) {
            return "";
        }
        String more = unmatched.size() > MAX_SHOWN ? " and " + (unmatched.size() - MAX_SHOWN) + " more" : "";
        return (unmatched.size() == 1 ? " The include pattern " : " The include patterns ")
                + String.join(", ", unmatched.subList(0, Math.min(MAX_SHOWN, unmatched.size())))
                + more
                + (unmatched.size() == 1 ? " matches nothing." : " match nothing.");
    }
}

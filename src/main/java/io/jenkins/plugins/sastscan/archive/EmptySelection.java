package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Says why a selection takes no file. */
final class EmptySelection {
    private static final int MOST_SHOWN = 5;

    private EmptySelection() {}

    /** @param matched the numbers of the include patterns that matched a file which was left out all the same */
    static EmptySelectionException exception(
            Path directory, List<String> includes, BitSet matched, SkippedFiles.Tally skippedFiles) {
        List<String> facts = new ArrayList<>();
        String idle = idle(includes, matched);
        if (!idle.isEmpty()) {
            facts.add(idle);
        }
        List<String> counts = new ArrayList<>();
        for (Reason reason : Reason.values()) {
            if (skippedFiles.count(reason) > 0) {
                counts.add(skippedFiles.count(reason) + " " + reason.words(skippedFiles.count(reason)));
            }
        }
        facts.add(counts.isEmpty() ? "there is no file at all" : "left out: " + String.join(", ", counts));
        String remedy = counts.isEmpty() ? "check out the sources before" : "change the patterns";
        return new EmptySelectionException("No file is selected in " + directory + ": " + String.join("; ", facts)
                + "; " + remedy + ", or name another directory.");
    }

    private static String idle(List<String> includes, BitSet matched) {
        List<String> idle = new ArrayList<>();
        for (int i = 0; i < includes.size(); i++) {
            if (!matched.get(i)) {
                idle.add("'" + AntPattern.shown(includes.get(i)) + "'");
            }
        }
        if (idle.isEmpty()) {
            return "";
        }
        String more = idle.size() > MOST_SHOWN ? " and " + (idle.size() - MOST_SHOWN) + " more" : "";
        return (idle.size() == 1 ? "the include pattern " : "the include patterns ")
                + String.join(", ", idle.subList(0, Math.min(MOST_SHOWN, idle.size())))
                + more
                + (idle.size() == 1 ? " matches nothing" : " match nothing");
    }
}

package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import io.jenkins.plugins.sastscan.text.Figures;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** Summarizes skipped files for a log. */
public final class SkippedFilesText {
    /** Files that the patterns skip. Users need the names of all others. */
    private static final Set<Reason> BY_PATTERN = EnumSet.of(
            Reason.EXCLUDED_FILE, Reason.EXCLUDED_DIRECTORY, Reason.NOT_INCLUDED_FILE, Reason.NOT_INCLUDED_DIRECTORY);

    private SkippedFilesText() {}

    /** Returns all reasons, with those that patterns cause last. */
    public static List<Reason> byImportance() {
        return Stream.of(Reason.values())
                .sorted(Comparator.comparing(BY_PATTERN::contains))
                .toList();
    }

    /**
     * Returns the number of skipped files per reason on one line, or an empty text. Contains no names, because logs
     * have more readers than workspaces.
     */
    public static String summary(SkippedFiles skippedFiles) {
        StringJoiner summary = new StringJoiner(", ");
        for (Reason reason : Reason.values()) {
            long count = skippedFiles.count(reason);
            if (count > 0) {
                summary.add(Figures.count(count) + " " + reason.words(count));
            }
        }
        return summary.toString();
    }
}

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

/** Says what was left out of an archive. */
public final class SkippedFilesText {
    /** What a selection asks for: its numbers say enough. Of everything else people want names. */
    private static final Set<Reason> ASKED_FOR = EnumSet.of(
            Reason.EXCLUDED_FILE, Reason.EXCLUDED_DIRECTORY, Reason.NOT_INCLUDED_FILE, Reason.NOT_INCLUDED_DIRECTORY);

    private SkippedFilesText() {}

    /** All reasons, those first that nobody asked for. */
    public static List<Reason> mostTellingFirst() {
        return Stream.of(Reason.values())
                .sorted(Comparator.comparing(ASKED_FOR::contains))
                .toList();
    }

    /** On one line: how many for each reason; empty for nothing. No names: more people read logs than workspaces. */
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

package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.LeftOut;
import io.jenkins.plugins.sastscan.archive.LeftOut.Reason;
import io.jenkins.plugins.sastscan.input.Figures;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** Says what was left out of an archive. */
public final class LeftOutText {
    /** What a selection asks for: its numbers say enough. Of everything else people want names. */
    private static final Set<Reason> ASKED_FOR = EnumSet.of(
            Reason.EXCLUDED_FILE, Reason.EXCLUDED_DIRECTORY, Reason.NOT_INCLUDED_FILE, Reason.NOT_INCLUDED_DIRECTORY);

    /** So many names fit on a line. */
    private static final int NAMES_ON_A_LINE = 3;

    private LeftOutText() {}

    /** All reasons, those first that nobody asked for. */
    public static List<Reason> mostTellingFirst() {
        return Stream.of(Reason.values())
                .sorted(Comparator.comparing(ASKED_FOR::contains))
                .toList();
    }

    /** On one line: how many for each reason, and a few names of what nobody asked to leave out; empty for nothing. */
    public static String summary(LeftOut leftOut) {
        StringJoiner summary = new StringJoiner(", ");
        for (Reason reason : Reason.values()) {
            long count = leftOut.count(reason);
            if (count > 0) {
                summary.add(Figures.count(count) + " " + reason.words(count) + names(leftOut, reason));
            }
        }
        return summary.toString();
    }

    private static String names(LeftOut leftOut, Reason reason) {
        if (ASKED_FOR.contains(reason)) {
            return "";
        }
        List<String> names = leftOut.names(reason);
        String shown = String.join(", ", names.subList(0, Math.min(NAMES_ON_A_LINE, names.size())));
        return " (" + shown + (leftOut.count(reason) > NAMES_ON_A_LINE ? ", ..." : "") + ")";
    }
}

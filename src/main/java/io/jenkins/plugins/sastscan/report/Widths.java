package io.jenkins.plugins.sastscan.report;

import java.util.Locale;

/** Parts of a whole as pages draw them. */
final class Widths {
    private Widths() {}

    /** For example {@code 12.5%}; never less than nothing nor more than all. */
    static String percent(long part, long whole) {
        double share = whole <= 0 ? 0 : Math.max(0, Math.min(1, (double) part / whole));
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }
}

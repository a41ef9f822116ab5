package io.jenkins.plugins.sastscan.report;

import java.util.Locale;

/** Formats proportions as widths for pages. */
final class Widths {
    private Widths() {}

    /** For example {@code 12.5%}. Always between 0 and 100 %. */
    static String percent(long part, long whole) {
        double share = whole <= 0 ? 0 : Math.max(0, Math.min(1, (double) part / whole));
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }
}

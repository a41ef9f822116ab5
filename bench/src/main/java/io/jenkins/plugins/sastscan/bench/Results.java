package io.jenkins.plugins.sastscan.bench;

import java.util.Locale;
import java.util.Map;

/**
 * What a contest has shown.
 *
 * @param medians by the entrants' labels, in their order
 */
record Results(String title, Map<String, Figures> medians) {
    Figures of(String label) {
        return medians.get(label);
    }

    /** How many times as fast the first one is as the second one. */
    double timesAsFast(String first, String second) {
        return of(second).seconds() / of(first).seconds();
    }

    String table() {
        StringBuilder table = new StringBuilder(
                "### " + title + "\n\n"
                        + "| way | seconds | CPU seconds | heap grows by | temporary files | peak RSS | result |\n|---|---:|---:|---:|---:|---:|---:|\n");
        medians.forEach((label, figures) -> table.append(String.format(
                Locale.ROOT,
                "| %s | %.3f | %.2f | %s | %s | %s | %s |%n",
                label,
                figures.seconds(),
                figures.cpuSeconds(),
                megabytes(figures.heapBytes()),
                megabytes(figures.diskBytes()),
                megabytes(figures.rssBytes()),
                figures.result() < 1_000_000 ? figures.result() + "" : megabytes(figures.result()))));
        return table.append('\n').toString();
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f s", seconds);
    }

    static String times(double factor) {
        return String.format(Locale.ROOT, "%.2f times the time", factor);
    }

    static String megabytes(long bytes) {
        return bytes == 0 ? "-" : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }
}

package io.jenkins.plugins.sastscan.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Goals and figures of a run, as Markdown. */
final class Report {
    private static final String MEASURED = "Measured by `bin/bench ";

    private final String kind;
    private final long started = System.nanoTime();
    private final String loadAtStart = load();
    private final List<String> goals = new ArrayList<>();
    private final StringBuilder figures = new StringBuilder();

    Report(String kind) {
        this.kind = kind;
    }

    void atLeast(String what, double least, double figure, String unit) {
        goal(what, "at least " + number(least) + unit, number(figure) + unit, figure >= least);
    }

    void atMost(String what, double most, double figure, String unit) {
        goal(what, "at most " + number(most) + unit, number(figure) + unit, figure <= most);
    }

    private void goal(String what, String goal, String figure, boolean met) {
        goals.add("| " + what + " | " + goal + " | " + figure + " | " + (met ? "met" : "missed") + " |\n");
        System.err.print("  " + goals.get(goals.size() - 1));
    }

    Map<String, Figures> add(String title, Map<String, Figures> rows) {
        figures.append("### ")
                .append(title)
                .append("\n\n| way | seconds | CPU seconds | heap growth | temporary files | result |\n")
                .append("|---|---:|---:|---:|---:|---:|\n");
        rows.forEach((label, row) -> figures.append(String.format(
                Locale.ROOT,
                "| %s | %.3f | %.2f | %s | %s | %s |%n",
                label,
                row.seconds(),
                row.cpuSeconds(),
                megabytes(row.heapBytes()),
                megabytes(row.diskBytes()),
                row.result() < 1_000_000 ? row.result() : megabytes(row.result()))));
        figures.append('\n');
        return rows;
    }

    void add(String text) {
        figures.append(text).append("\n\n");
    }

    static String number(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    private static String megabytes(long bytes) {
        return bytes == 0 ? "-" : number(bytes / 1e6) + " MB";
    }

    private static String load() {
        return number(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    String text() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                        MEASURED + "%s` on %s in %d minutes: %d processors, %d GB of memory, %s %s, JDK %s,"
                                + " load average %s at the start and %s at the end.%n%n",
                        kind,
                        LocalDate.now(ZoneOffset.UTC),
                        (System.nanoTime() - started) / 60_000_000_000L + 1,
                        system.getAvailableProcessors(),
                        system.getTotalMemorySize() >> 30,
                        system.getName(),
                        system.getArch(),
                        System.getProperty("java.runtime.version"),
                        loadAtStart,
                        load())
                + "## Goals\n\n| what | goal | figure | |\n|---|---|---|---|\n"
                + String.join("", goals)
                + "\n## Figures\n\n" + figures;
    }

    /** Replaces the figures on a page. The explanations before them stay. */
    void writeTo(Path page) throws IOException {
        String before = Files.readString(page);
        Files.writeString(page, before.substring(0, before.indexOf(MEASURED)) + text().stripTrailing() + "\n");
    }
}

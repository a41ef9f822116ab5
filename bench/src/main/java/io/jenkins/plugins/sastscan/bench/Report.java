package io.jenkins.plugins.sastscan.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Goals and figures of a run, as Markdown. */
final class Report {
    /** How the figures are measured. */
    private static final String HEAD = """
            # Figures of the benchmark

            Written by `bin/bench --long`, which replaces this page. [docs/performance.md](../docs/performance.md)
            says what follows for users.

            - The workspaces are generated and the same on every machine: 15,000 small source files of 100 MB
              together, a monorepo of 120,000 files of which 70,000 are selected, one text file of 2 GB, and 1 GB of
              jars and images. The text compresses about as well as the JDK's own sources, and takes zlib about as
              long.
            - Each contender runs in its own JVM. The contenders take turns, and each figure is a median. Contenders
              that take minutes run without a warm-up. The file of 2 GB, and growth to 10 GB and to 1,000,000 files,
              are measured once.
            - *Heap growth* is measured in one more turn: the largest heap after a full collection, minus the heap
              before the turn. *Temporary files* is the largest disk usage in that turn. *CPU seconds* include
              compiler and garbage collector.
            - *Ant's zip* uses Ant's `DirectoryScanner`, with the same default excludes, and Ant's
              `ZipOutputStream`. *As comparable plugins* also holds the zip in the heap, encodes it with
              `URLEncoder` and sends it in one request. The other libraries get the selection of this plugin.
            - Uploads over loopback go to a server in another process that only reads. Uploads over a slow link go
              to the simulated SAST server, which reads no faster than the link.
            - *The limit* is the CPU time of `java.util.zip.Deflater` alone at the same level, divided by the number
              of processors.
            - On an agent that has loaded nothing yet, two builds take turns: one submits a small file, the other
              archives it with `archiveArtifacts`. Each has an agent of its own. The link is loopback, or a proxy
              that adds a round trip of 50 ms and counts the bytes.
            - Through the controller, an archive that does not compress is sent with multipart to the same server.
              *pieces* is the way of this plugin, *drop* reads the same pieces and drops them, *copy* copies the archive
              to a file of the controller first, as earlier versions did.

            """;

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

    /** Adds a table with a row for each contender. */
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

    /** The load average of the last minute. */
    private static String load() {
        return number(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    String text() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                        "Measured by `bin/bench %s` on %s in %d minutes: %d processors, %d GB of memory, %s %s, JDK %s,"
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

    /** Returns the text, preceded by an explanation of how the figures are measured. */
    String page() {
        return HEAD + text().stripTrailing() + "\n";
    }
}

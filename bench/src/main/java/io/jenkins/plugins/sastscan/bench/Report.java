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

            `bin/bench --long` writes this page. [docs/performance.md](../docs/performance.md) has the conclusions for
            users.

            - The workspaces are generated, and are the same on every machine. They are 15,000 small source files with
              100 MB in total, a monorepo of 120,000 files, one text file of 2 GB, and 1 GB of jars and images. From the
              monorepo, 70,000 files are selected. With zlib, the text compresses about as well and about as fast as
              the sources of the JDK.
            - Each contender runs in its own JVM. The contenders take turns, and each figure is a median. Contenders
              that take minutes run without a warm-up. Archiving the file of 2 GB, and growth to 10 GB and to 1,000,000
              files, are measured only once.
            - *Heap growth* is measured in an additional turn. It is the size of the largest heap after a full garbage
              collection, minus the size of the heap before the turn. *Temporary files* is the largest disk usage of
              temporary files in that turn. *CPU seconds* include the JIT compiler and the garbage collector.
            - *Ant's zip* uses Ant's `DirectoryScanner` and Ant's `ZipOutputStream`, with the default excludes of this
              plugin. *As comparable plugins* zips in the same way, but into the heap. It encodes the zip file with
              `URLEncoder` and sends it in one request. The other libraries zip the files that this plugin selects.
            - Uploads over loopback go to a server process that only reads the requests. Uploads over a slow link go
              to the simulated SAST server, which reads no faster than the link.
            - *The limit* is the CPU time of `java.util.zip.Deflater` alone at the same compression level, divided by
              the number of processors.
            - On an agent that has loaded no classes yet, two kinds of builds take turns. One kind submits a small file.
              The other kind archives the file with `archiveArtifacts`. Each build has its own agent. The link to the
              agent is loopback, or a proxy that adds a round trip of 50 ms and counts the bytes.
            - To measure uploads through the controller, an archive that does not compress is sent to the same server
              with multipart. *pieces* is the method of this plugin. *drop* reads the same pieces and discards them.
              *copy* first copies the archive to a file on the controller, as earlier versions did.

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

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
    private static final String HEAD = """
            # Figures of the benchmark

            `bin/bench --long` writes this page. [docs/performance.md](../docs/performance.md) has the conclusions for
            users.

            - The workspaces are generated, and are the same on every machine. *Small sources* are 15,000 source files
              with 100 MB in total. The *monorepo* has 120,000 files, of which 70,000 are selected. Some workspaces
              contain large text files. One workspace contains 1 GB of jars and images. For the generated source and
              text files, zlib has about the same compression ratio and speed as for the sources of the JDK.
            - Each contender (a row of a table) runs in its own JVM. The contenders take turns, and the times are
              medians. Archives and submissions of large workspaces run without a warm-up, and so do uploads over 100
              Mbit/s. The archiving of one file of 2 GB is measured only once. The second rows of *More bytes* and *More
              files* are also measured only once.
            - *Heap growth* is measured in an additional run. During this run, the benchmark forces full garbage
              collections, and measures the heap size after each collection. *Heap growth* is the largest of these
              sizes, minus the heap size before the run. *Temporary files* is the largest disk usage of temporary files
              in that run. *CPU seconds* include the JIT compiler and the garbage collector.
            - *Result* is the number of selected files, or the size of the archive or the upload.
            - *Ant's zip* uses Ant's `DirectoryScanner` and Ant's `ZipOutputStream`, with the default excludes of this
              plugin. The contender *Ant's zip (archive in the heap)* imitates comparable plugins. It zips like
              *Ant's zip*, but into the heap. It encodes the zip file with `URLEncoder`, and sends it in one request.
              The other libraries zip the files that this plugin selects.
            - Uploads over loopback go to a server process that only reads the requests. A link of 100 Mbit/s is
              simulated: the simulated SAST server reads each upload at this speed.
            - A *new agent* has loaded no classes of the plugin. One job submits a small file with `sastSubmit`, and
              another job archives the file with `archiveArtifacts`. In each round, each job has its own new agent, and
              runs three times. The times in the table are durations of the step `sastSubmit` or `archiveArtifacts`,
              not of the whole build. In cells with `/`, the figures of `archiveArtifacts` precede those of `sastSubmit`.
              *Difference* compares the medians of the first builds. The label *launched* means that the controller
              starts the agent. Other agents connect through a proxy, which counts the bytes and can add a round trip of
              50 ms.

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

    String page() {
        return HEAD + text().stripTrailing() + "\n";
    }
}

package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the benchmark; {@code bin/bench --help} says how. Arguments: the project's folder, that for workspaces, the user's. */
public final class Bench {
    private Bench() {}

    public static void main(String... arguments) throws Exception {
        Path project = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]).toAbsolutePath();
        List<String> given = new ArrayList<>(List.of(arguments).subList(2, arguments.length));
        boolean all = given.remove("--long");
        boolean cold = given.remove("--cold");
        given.remove("--quick");
        if (given.size() > (all || cold ? 0 : 1) || given.stream().anyMatch(argument -> argument.startsWith("-"))) {
            System.err.println("bin/bench: cannot be used like that; see bin/bench --help.");
            System.exit(2);
        }
        Files.createDirectories(folder);
        Path temporary = Files.createTempDirectory(folder, "temporary-");
        Report report = new Report(all ? "--long" : cold ? "--cold" : "--quick");
        try {
            Workspaces workspaces = new Workspaces(folder);
            String maven = System.getProperty("bench.maven", "");
            if (all) {
                new LongRun(project, maven, workspaces, temporary, report).run();
            } else if (cold) {
                try (ServiceProcess sink = new ServiceProcess("sink")) {
                    ColdAgents.measure(project, maven, temporary, sink.option(), report);
                }
            } else {
                Path small = given.isEmpty()
                        ? workspaces.small()
                        : Path.of(given.get(0)).toRealPath();
                new QuickRun(workspaces, temporary, report).run(small);
            }
        } catch (Exception e) {
            System.err.println("bin/bench: not all could be measured; what was measured before stands below.");
            System.out.println(report.text());
            throw e;
        } finally {
            Workspaces.delete(temporary);
        }
        System.out.println(report.text());
        if (all) {
            writeTo(project.resolve("docs/performance.md"), report);
        }
        System.exit(0);
    }

    private static void writeTo(Path document, Report report) throws IOException {
        String before = Files.exists(document) ? Files.readString(document) : "# Performance\n";
        Files.writeString(document, report.within(before));
        System.err.println("Written to " + document);
    }
}

package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What can be measured in a running Jenkins alone, by the official build, where that can be had. */
final class InJenkins {
    private static final String CPU = "controller's CPU while 8 agents submit 1 GB each";
    private static final String HEAP = "controller's heap meanwhile grows by";
    private static final String FIRST_BYTE = "step start to first byte of the upload, small workspace, warm agent";
    private static final String SHARE = " % of the agents'";

    private InJenkins() {}

    static void notMeasured(Report report) {
        report.add(Goal.notMeasured(CPU, "at most 5" + SHARE));
        report.add(Goal.notMeasured(HEAP, "at most 40 MB"));
        report.add(Goal.notMeasured(FIRST_BYTE, "at most 300 ms"));
    }

    /**
     * Measures.
     *
     * @param maven the command that runs the official build, or an empty text where it cannot be run
     */
    static void measure(Path project, String maven, Path temporary, String service, Report report)
            throws IOException, InterruptedException {
        if (maven.isEmpty()) {
            notMeasured(report);
            return;
        }
        Map<String, Double> figures = run(project, maven, temporary, service);
        double agents = figures.get("agents' CPU seconds");
        double controller = figures.get("controller's CPU seconds");
        report.add(Goal.atMost(CPU, 5, 100 * controller / agents, SHARE));
        report.add(Goal.atMost(HEAP, 40, figures.get("controller's heap grows by MB"), " MB"));
        report.add(Goal.atMost(FIRST_BYTE, 300, figures.get("first byte"), " ms"));
        report.add("In Jenkins, 8 agents on this machine submit 1 GB of text each in "
                + Results.seconds(figures.get("seconds")) + "; the agents spend " + Results.seconds(agents)
                + " of CPU time, the controller " + Results.seconds(controller) + ".\n");
    }

    private static Map<String, Double> run(Path project, String maven, Path temporary, String service)
            throws IOException, InterruptedException {
        System.err.println("  in Jenkins");
        Path file = temporary.resolve("figures");
        build(
                project,
                maven,
                "test",
                "-Dtest=ControllerMeasurement",
                "-Dsurefire.failIfNoSpecifiedTests=false",
                "-Djenkins.test.timeout=1800",
                service,
                "-Dbench.figures=" + file);
        Map<String, Double> figures = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split("\t");
            figures.put(cells[0], Double.valueOf(cells[1]));
        }
        return figures;
    }

    /** Runs the official build. */
    static void build(Path project, String maven, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(maven.split(" ")));
        command.addAll(List.of("-B", "-ntp"));
        command.addAll(List.of(arguments));
        Path log = project.resolve("target/bench.log");
        Files.createDirectories(log.getParent());
        int status = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("What is measured in Jenkins failed; " + log + " says why.");
        }
    }
}

package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The official build of the plugin: only this build can start a Jenkins. Its output is in {@code target/bench.log}. */
record OfficialBuild(Path project, String maven) {
    /** The speed at which the slow SAST server reads each upload. */
    private static final long SLOW_BYTES_PER_SECOND = 4_000;

    Path target() {
        return project.resolve("target");
    }

    void measureController(Path temporary, Service sink, Report report) throws IOException, InterruptedException {
        System.err.println("Measuring: a controller with 8 agents");
        Path file = temporary.resolve("figures");
        try (Service slow = Service.link(SLOW_BYTES_PER_SECOND, Dialect.CONTRACT, temporary)) {
            run(
                    "test",
                    "-Dtest=ControllerMeasurement",
                    "-Dsurefire.failIfNoSpecifiedTests=false",
                    "-Djenkins.test.timeout=1800",
                    sink.option(),
                    "-Dbench.slow.url=" + slow.url(),
                    "-Dbench.figures=" + file);
        }
        Map<String, Double> figures = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split("\t");
            figures.put(cells[0], Double.valueOf(cells[1]));
        }
        double agents = figures.get("agents' CPU seconds");
        double controller = figures.get("controller's CPU seconds");
        report.atMost(
                "8 agents submit 1 GB each: CPU time of the controller",
                5,
                100 * controller / agents,
                " % of the agents' CPU time");
        report.atMost(
                "8 agents submit 1 GB each: heap growth of the controller",
                40,
                figures.get("controller's heap grows by MB"),
                " MB");
        report.atMost(
                "20 small files on an agent that has already run a build: time from the start of the step to the first"
                        + " byte of the upload",
                300,
                figures.get("first byte"),
                " ms");
        report.add("Each of 8 agents on this machine submits 1 GB of text. The submissions run at the same time."
                + " The last submission ends after " + Report.number(figures.get("seconds"))
                + " s. The agents use " + Report.number(agents) + " s of CPU time, and the controller uses "
                + Report.number(controller) + " s.");
        many(figures, report);
    }

    private static void many(Map<String, Double> figures, Report report) {
        double submissions = figures.get("many: running at once");
        double heap = figures.get("many: heap grows by MB");
        double alone = figures.get("many: heap grows without submissions by MB");
        double threads = figures.get("many: threads");
        double threadsAlone = figures.get("many: threads without submissions");
        double shortest = figures.get("many: shortest seconds");
        double longest = figures.get("many: longest seconds");
        int pipelines = figures.get("many: submissions").intValue();
        String manyAtOnce = pipelines + " pipelines submit at once: ";
        report.atMost(manyAtOnce + "heap growth of the controller", 60, heap, " MB");
        report.atMost(
                manyAtOnce + "how many more controller threads a pipeline needs with `sastSubmit` than with `sleep`",
                1,
                (threads - threadsAlone) / submissions,
                "");
        report.atMost(manyAtOnce + "longest build, compared with the shortest", 2, longest / shortest, "x the time");
        report.add("In a separate measurement, 20 agents run " + pipelines
                + " pipelines. All pipelines submit at the same time. The SAST server reads " + SLOW_BYTES_PER_SECOND
                + " bytes per second from each pipeline. The builds take between " + Report.number(shortest) + " and "
                + Report.number(longest) + " s. While " + (int) submissions
                + " submissions are running, the controller has up to " + (int) threads
                + " more threads than before the builds. With `sleep` instead of `sastSubmit`, it has up to "
                + (int) threadsAlone + " more threads, and its heap grows by " + Report.number(alone)
                + " MB. Threads of pipelines and executors are not counted.");
    }

    /** Builds the plugin, and returns the Jenkins war that the tests of the plugin use. */
    Path war() throws IOException, InterruptedException {
        Path classpath = target().resolve("bench.classpath");
        run(
                "package",
                "-DskipTests",
                "-Dspotbugs.skip",
                "org.apache.maven.plugins:maven-dependency-plugin:build-classpath",
                "-Dmdep.outputFile=" + classpath,
                "-Dmdep.includeScope=test");
        return Stream.of(Files.readString(classpath).split(File.pathSeparator))
                .map(Path::of)
                .filter(file -> file.getFileName().toString().matches("jenkins-war-.*\\.war"))
                .findFirst()
                .orElseThrow();
    }

    private void run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(maven.split(" ")));
        command.addAll(List.of("-B", "-ntp"));
        command.addAll(List.of(arguments));
        Path log = Files.createDirectories(target()).resolve("bench.log");
        int status = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("The official build failed; see " + log + ".");
        }
    }
}

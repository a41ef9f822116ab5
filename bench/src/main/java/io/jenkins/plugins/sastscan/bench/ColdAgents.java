package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Compares the {@code sastSubmit} step with {@code archiveArtifacts} for one small file, on new agents. A new agent has
 * loaded no classes, and its folder is empty.
 */
final class ColdAgents {
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    private static final Duration FAR = Duration.ofMillis(50);

    /**
     * The times of the step and of its longest stage in an agent's first build, and the bytes that the agent received
     * during this build.
     */
    private record Cost(double millis, double longestStageMillis, double bytes) {
        private static double median(List<Cost> costs, ToDoubleFunction<Cost> part) {
            return costs.stream().mapToDouble(part).sorted().toArray()[costs.size() / 2];
        }

        private static String shown(List<Cost> costs, ToDoubleFunction<Cost> part, double unit) {
            return costs.stream()
                    .map(cost -> Report.number(part.applyAsDouble(cost) / unit))
                    .collect(Collectors.joining(", "));
        }
    }

    private final Controller jenkins;
    private final Path folder;
    private int agents;

    private ColdAgents(Controller jenkins, Path folder) {
        this.jenkins = jenkins;
        this.folder = folder;
    }

    /** @param service the URL that receives the uploads */
    static void measure(OfficialBuild build, Path folder, String service, Report report)
            throws IOException, InterruptedException {
        System.err.println("Measuring: agents that have loaded nothing yet");
        try (Controller jenkins = new Controller(build, folder)) {
            jenkins.awaitStart(service);
            ColdAgents cold = new ColdAgents(jenkins, folder);
            cold.rounds("webSocket", Duration.ZERO, 1);
            StringBuilder table = new StringBuilder("### One small file on a new agent\n\n"
                    + "| agent | link | `archiveArtifacts` | `sastSubmit` | difference"
                    + " | MB to the agent: with `archiveArtifacts` / with `sastSubmit` | difference |\n"
                    + "|---|---|---|---|---:|---|---:|\n");
            for (String kind : List.of("webSocket", "tcp", "launched")) {
                cold.measure(kind, Duration.ZERO, 500, report, table);
                if (!kind.equals("launched")) {
                    cold.measure(kind, FAR, 1_500, report, table);
                }
            }
            report.add(table.toString());
        }
    }

    private void measure(String kind, Duration roundTrip, double mostMillis, Report report, StringBuilder table)
            throws IOException, InterruptedException {
        List<Cost> all = rounds(kind, roundTrip, ROUNDS);
        List<Cost> plain = all.subList(0, ROUNDS);
        List<Cost> sast = all.subList(ROUNDS, 2 * ROUNDS);
        double millis = Cost.median(sast, Cost::millis) - Cost.median(plain, Cost::millis);
        double megabytes = (Cost.median(sast, Cost::bytes) - Cost.median(plain, Cost::bytes)) / 1e6;
        String way = roundTrip.isZero() ? "loopback" : roundTrip.toMillis() + " ms round trip";
        report.atMost(
                "new agent (" + kind + ", " + way + "): time of `sastSubmit` minus time of `archiveArtifacts`",
                mostMillis,
                millis,
                " ms");
        report.atMost(
                "new agent (" + kind + ", " + way + "): time of the longest stage of `sastSubmit`",
                2_000,
                sast.stream().mapToDouble(Cost::longestStageMillis).max().orElseThrow(),
                " ms");
        if (!kind.equals("launched")) {
            report.atMost(
                    "new agent (" + kind + ", " + way + "): data received for `sastSubmit`"
                            + " minus data received for `archiveArtifacts`",
                    1.5,
                    megabytes,
                    " MB");
        }
        table.append(String.join(
                " | ",
                "| " + kind,
                way,
                Cost.shown(plain, Cost::millis, 1e3) + " s",
                Cost.shown(sast, Cost::millis, 1e3) + " s",
                Report.number(millis / 1e3) + " s",
                Cost.shown(plain, Cost::bytes, 1e6) + " / " + Cost.shown(sast, Cost::bytes, 1e6),
                Report.number(megabytes) + " MB |\n"));
    }

    /**
     * Returns the costs of the job with {@code archiveArtifacts}, followed by those of the job with {@code sastSubmit}.
     */
    private List<Cost> rounds(String kind, Duration roundTrip, int number) throws IOException, InterruptedException {
        Cost[] costs = new Cost[2 * number];
        for (int round = 0; round < number; round++) {
            costs[round] = build("plain", kind, roundTrip);
            costs[number + round] = build("sast", kind, roundTrip);
            System.err.println(
                    kind + " " + roundTrip.toMillis() + " ms: " + costs[round] + " " + costs[number + round]);
        }
        return Arrays.asList(costs);
    }

    private Cost build(String job, String kind, Duration roundTrip) throws IOException, InterruptedException {
        String name = "cold-" + agents++;
        Path root = Files.createDirectory(folder.resolve(name));
        try (DelayingProxy web = new DelayingProxy(jenkins.port(), roundTrip);
                DelayingProxy tcp = new DelayingProxy(jenkins.tcpPort(), roundTrip)) {
            Process agent = jenkins.startAgent(name, root, kind, web.port(), tcp.port());
            try {
                jenkins.awaitOnline(name);
                long before = web.bytesBack() + tcp.bytesBack();
                String[] first = jenkins.run("build", job).split(" ");
                long bytes = web.bytesBack() + tcp.bytesBack() - before;
                return new Cost(Double.parseDouble(first[0]), Double.parseDouble(first[1]), bytes);
            } finally {
                jenkins.run("remove", name);
                if (agent != null) {
                    agent.destroyForcibly().waitFor();
                }
            }
        }
    }
}

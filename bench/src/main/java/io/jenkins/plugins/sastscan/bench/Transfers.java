package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares ways to move an archive from an agent. With {@code pieces}, the controller forwards the archive as this
 * plugin does. With {@code drop}, the controller reads the same pieces and discards them. With {@code copy}, the
 * controller first stores the archive. With {@code agent}, the agent uploads the archive.
 */
final class Transfers {
    private static final int BYTES = Integer.getInteger("bench.transfer", 300_000_000);
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    private static final List<String> WAYS = List.of("pieces", "drop", "copy", "agent", "archiveArtifacts");
    private static final int MANY = Integer.getInteger("bench.agents", 20);
    private static final Duration FAR = Duration.ofMillis(50);

    private static final String COMPARED_WITH_DROP = ", compared with a transfer only to the controller (*drop*)";
    private static final long LINK = 12_500_000;
    /** Bytes per second that a slow SAST server reads. At this speed, data accumulates on the controller. */
    private static final long SLOW = 4_000_000;

    private final Controller jenkins;
    private final Path folder;
    private final String sink;
    private final Report report;
    private int count;

    Transfers(Controller jenkins, Path folder, String sink, Report report) {
        this.jenkins = jenkins;
        this.folder = folder;
        this.sink = sink;
        this.report = report;
    }

    /** An archive of bytes that do not compress. */
    private record Archive(Path file, int size, String sha256) {}

    /**
     * @param shortest the seconds that the fastest agent needs
     * @param longest the seconds that the slowest agent needs
     * @param cpuSeconds the CPU time of the controller
     */
    private record Cost(double shortest, double longest, double cpuSeconds) {}

    void measure() throws IOException, InterruptedException {
        jenkins.run("server", sink, "AGENT");
        Archive archive = archive(BYTES);
        StringBuilder table = new StringBuilder("### " + BYTES / 1_000_000 + " MB from an agent\n\n"
                + "| agent | way | seconds | MB/s | CPU seconds of the controller |\n|---|---|---:|---:|---:|\n");
        for (String kind : List.of("webSocket", "tcp")) {
            for (Duration roundTrip : List.of(Duration.ZERO, FAR)) {
                String where =
                        kind + ", " + (roundTrip.isZero() ? "loopback" : roundTrip.toMillis() + " ms round trip");
                on(1, kind, roundTrip, agents -> {
                    Map<String, Cost> costs = contest(WAYS, agents, archive);
                    costs.forEach((way, cost) -> table.append(row(where, way, BYTES, cost)));
                    alone(where, roundTrip, costs);
                });
            }
        }
        report.add(table.toString());
        Archive smaller = archive(BYTES / 3);
        on(MANY, "webSocket", Duration.ZERO, agents -> together(agents, smaller));
        on(1, "webSocket", FAR, agents -> slowLink(agents.get(0), archive));
    }

    private void alone(String where, Duration roundTrip, Map<String, Cost> costs) {
        Cost pieces = costs.get("pieces");
        String upload = "upload through the controller (" + where + ")";
        double drop = costs.get("drop").longest;
        report.atLeast(upload + COMPARED_WITH_DROP, 0.8, drop / pieces.longest, "x the speed");
        if (!roundTrip.isZero()) {
            double copy = costs.get("copy").longest;
            report.atLeast(
                    upload + ", compared with copying the archive first (*copy*)",
                    3,
                    copy / pieces.longest,
                    "x as fast");
        }
        report.atMost(
                upload + ": CPU time of the controller" + COMPARED_WITH_DROP,
                1.5,
                pieces.cpuSeconds / costs.get("drop").cpuSeconds,
                "x");
    }

    private void together(List<String> agents, Archive archive) throws IOException, InterruptedException {
        Map<String, Cost> costs = contest(List.of("pieces", "drop"), agents, archive);
        String size = archive.size / 1_000_000 + " MB";
        StringBuilder table = new StringBuilder("### " + size + " from each of " + MANY + " agents at once\n\n"
                + "| way | seconds, fastest agent | seconds, slowest agent | MB/s | CPU seconds of the controller |\n"
                + "|---|---:|---:|---:|---:|\n");
        costs.forEach((way, cost) ->
                table.append(row(way, Report.number(cost.shortest), (double) archive.size * MANY, cost)));
        report.add(table.toString());
        String such = MANY + " agents upload " + size + " each through the controller";
        Cost pieces = costs.get("pieces");
        report.atMost(
                such + ": CPU time of the controller" + COMPARED_WITH_DROP,
                1.5,
                pieces.cpuSeconds / costs.get("drop").cpuSeconds,
                "x");
        report.atMost(
                such + ": slowest upload, compared with the fastest",
                2,
                pieces.longest / pieces.shortest,
                "x the time");
        double[] watched = transfer("pieces", agents, archive, true);
        report.atMost(such + ": longest delay of a log line from an agent", 2, watched[2], " s");
        try (Service slow = Service.link(SLOW, Dialect.FIELD, folder)) {
            jenkins.run("server", slow.url(), "AGENT");
            watched = transfer("pieces", agents, archive, true);
        }
        String slowly = such + " (the SAST server reads " + SLOW / 1_000_000 + " MB/s per agent): ";
        report.atMost(slowly + "heap growth of the controller, per agent", 8, watched[0] / MANY, " MB");
        report.atMost(slowly + "additional disk space on the controller", 1, watched[1], " MB");
    }

    private void slowLink(String agent, Archive archive) throws IOException, InterruptedException {
        double[][] seconds = new double[2][ROUNDS];
        try (Service service = Service.link(LINK, Dialect.FIELD, folder)) {
            // The first round is a warm-up with a small file.
            for (int round = -1; round < ROUNDS; round++) {
                for (int way = 0; way < seconds.length; way++) {
                    jenkins.run(
                            "server",
                            service.url(),
                            List.of("CONTROLLER", "AGENT").get(way));
                    String cost = jenkins.run("build", "sast");
                    if (round >= 0) {
                        seconds[way][round] = Double.parseDouble(cost.split(" ")[0]) / 1e3;
                    }
                }
                jenkins.run("copy", agent, archive.file);
            }
        }
        report.atMost(
                "submission of " + BYTES / 1_000_000
                        + " MB over 100 Mbit/s through the controller, compared with a submission from the agent",
                1.1,
                median(seconds[0]) / median(seconds[1]),
                "x the time");
        report.add("On a link of 100 Mbit/s, a submission of " + BYTES / 1_000_000 + " MB takes "
                + Report.number(median(seconds[0])) + " s through the controller and "
                + Report.number(median(seconds[1])) + " s from the agent.");
    }

    private static String row(String first, String second, double bytes, Cost cost) {
        return String.join(
                " | ",
                "| " + first,
                second,
                Report.number(cost.longest),
                Report.number(bytes / 1e6 / cost.longest),
                Report.number(cost.cpuSeconds) + " |\n");
    }

    private Archive archive(int size) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        Path file = folder.resolve("archive-" + size + ".zip");
        byte[] block = new byte[1 << 20];
        Random random = new Random(1);
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(file), digest)) {
            for (int left = size; left > 0; left -= block.length) {
                random.nextBytes(block);
                out.write(block, 0, Math.min(left, block.length));
            }
        }
        return new Archive(file, size, HexFormat.of().formatHex(digest.digest()));
    }

    private interface Measurement {
        void run(List<String> agents) throws IOException, InterruptedException;
    }

    private void on(int number, String kind, Duration roundTrip, Measurement measurement)
            throws IOException, InterruptedException {
        List<String> agents = IntStream.range(0, number)
                .mapToObj(i -> "transfer-" + kind + roundTrip.toMillis() + "-" + count++)
                .toList();
        List<Process> processes = new ArrayList<>();
        try (DelayingProxy web = new DelayingProxy(jenkins.port(), roundTrip);
                DelayingProxy tcp = new DelayingProxy(jenkins.tcpPort(), roundTrip)) {
            for (String agent : agents) {
                Path root = Files.createDirectory(folder.resolve(agent));
                processes.add(jenkins.startAgent(agent, root, kind, web.port(), tcp.port()));
            }
            jenkins.awaitOnline(agents);
            measurement.run(agents);
        } finally {
            for (int i = 0; i < processes.size(); i++) {
                jenkins.run("remove", agents.get(i));
                processes.get(i).destroyForcibly().waitFor();
            }
        }
    }

    private Map<String, Cost> contest(List<String> ways, List<String> agents, Archive archive)
            throws IOException, InterruptedException {
        double[][][] costs = new double[ways.size()][3][ROUNDS];
        // The first round is a warm-up.
        for (int round = -1; round < ROUNDS; round++) {
            for (int way = 0; way < ways.size(); way++) {
                double[] cost = transfer(ways.get(way), agents, archive, false);
                for (int i = 0; round >= 0 && i < cost.length; i++) {
                    costs[way][i][round] = cost[i];
                }
            }
        }
        Map<String, Cost> medians = new LinkedHashMap<>();
        for (int way = 0; way < ways.size(); way++) {
            medians.put(ways.get(way), new Cost(median(costs[way][0]), median(costs[way][1]), median(costs[way][2])));
        }
        return medians;
    }

    private double[] transfer(String way, List<String> agents, Archive archive, boolean watched)
            throws IOException, InterruptedException {
        String figures = jenkins.run(
                "transfer", way, String.join(",", agents), archive.file, archive.size, archive.sha256, watched);
        System.err.println(agents.get(0) + " " + way + (watched ? ", watched: " : ": ") + figures);
        return Stream.of(figures.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    private static double median(double... values) {
        return DoubleStream.of(values).sorted().toArray()[values.length / 2];
    }
}

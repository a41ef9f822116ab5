package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;

/**
 * Measures how fast an archive gets from an agent through the controller. The ways take turns on the same agent, and
 * {@code transfer.groovy} has them: {@code drop} reads the same pieces and drops them, {@code copy} copies the archive to a
 * file of the controller first, as earlier versions did.
 */
final class Transfers {
    private static final int BYTES = Integer.getInteger("bench.transfer", 300_000_000);
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    private static final List<String> WAYS = List.of("pieces", "drop", "copy", "agent", "archiveArtifacts");

    private final ColdAgents jenkins;
    private final Path folder;

    Transfers(ColdAgents jenkins, Path folder) {
        this.jenkins = jenkins;
        this.folder = folder;
    }

    /** The median seconds of a way, and the median CPU seconds of the controller. */
    private record Cost(double seconds, double cpuSeconds) {}

    void measure(Report report) throws IOException, InterruptedException {
        Path archive = Files.createDirectory(folder.resolve("transfer")).resolve("archive.zip");
        String sha256 = fill(archive);
        StringBuilder table = new StringBuilder("### " + BYTES / 1_000_000 + " MB from an agent to the SAST server\n\n"
                + "| agent | way | seconds | MB/s | CPU seconds of the controller |\n|---|---|---:|---:|---:|\n");
        for (String kind : List.of("webSocket", "tcp")) {
            for (Duration roundTrip : List.of(Duration.ZERO, Duration.ofMillis(50))) {
                String where =
                        kind + ", " + (roundTrip.isZero() ? "loopback" : roundTrip.toMillis() + " ms round trip");
                Map<String, Cost> costs = contest(kind, roundTrip, archive, sha256);
                costs.forEach((way, cost) -> table.append(String.join(
                        " | ",
                        "| " + where,
                        way,
                        Report.number(cost.seconds),
                        Report.number(BYTES / 1e6 / cost.seconds),
                        Report.number(cost.cpuSeconds) + " |\n")));
                double pieces = costs.get("pieces").seconds;
                report.atLeast(
                        "upload through the controller (" + where + "), against dropping the pieces",
                        0.8,
                        costs.get("drop").seconds / pieces,
                        " of its speed");
                if (!roundTrip.isZero()) {
                    report.atLeast(
                            "upload through the controller (" + where + "), against a copy first",
                            3,
                            costs.get("copy").seconds / pieces,
                            "x as fast");
                }
                report.atMost(
                        "the controller's CPU time of such an upload (" + where + "), against dropping the pieces",
                        1.5,
                        costs.get("pieces").cpuSeconds / costs.get("drop").cpuSeconds,
                        "x");
            }
        }
        report.add(table.toString());
    }

    private static String fill(Path archive) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        byte[] block = new byte[1 << 20];
        Random random = new Random(1);
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(archive), digest)) {
            for (int left = BYTES; left > 0; left -= block.length) {
                random.nextBytes(block);
                out.write(block, 0, Math.min(left, block.length));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private Map<String, Cost> contest(String kind, Duration roundTrip, Path archive, String sha256)
            throws IOException, InterruptedException {
        String name = "transfer-" + kind + roundTrip.toMillis();
        Path root = Files.createDirectory(folder.resolve(name));
        double[][] seconds = new double[WAYS.size()][ROUNDS];
        double[][] cpu = new double[WAYS.size()][ROUNDS];
        try (DelayingProxy web = new DelayingProxy(jenkins.port(), roundTrip);
                DelayingProxy tcp = new DelayingProxy(jenkins.tcpPort(), roundTrip)) {
            Process agent = jenkins.start(name, root, kind, web.port(), tcp.port());
            try {
                jenkins.awaitOnline(name);
                // The first round warms up.
                for (int round = -1; round < ROUNDS; round++) {
                    for (int way = 0; way < WAYS.size(); way++) {
                        String[] cost = jenkins.run("transfer", WAYS.get(way), name, archive, BYTES, sha256)
                                .split(" ");
                        System.err.println(name + " " + WAYS.get(way) + ": " + String.join(" s, CPU ", cost) + " s");
                        if (round >= 0) {
                            seconds[way][round] = Double.parseDouble(cost[0]);
                            cpu[way][round] = Double.parseDouble(cost[1]);
                        }
                    }
                }
            } finally {
                jenkins.run("remove", name);
                agent.destroyForcibly().waitFor();
            }
        }
        Map<String, Cost> costs = new LinkedHashMap<>();
        for (int way = 0; way < WAYS.size(); way++) {
            costs.put(WAYS.get(way), new Cost(median(seconds[way]), median(cpu[way])));
        }
        return costs;
    }

    private static double median(double... values) {
        return DoubleStream.of(values).sorted().toArray()[values.length / 2];
    }
}

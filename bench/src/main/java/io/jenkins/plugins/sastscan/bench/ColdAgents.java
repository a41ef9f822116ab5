package io.jenkins.plugins.sastscan.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;

/**
 * Measures a submission on a new agent, whose process has loaded no classes and whose folder is empty. Two builds take
 * turns, each on its own agent: one submits a small file, the other archives it in Jenkins.
 */
final class ColdAgents implements AutoCloseable {
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    private static final Duration TO_START = Duration.ofMinutes(5);
    private static final long MILLIS_BETWEEN_LOOKS = 200;
    private static final Duration FAR = Duration.ofMillis(50);

    private final Path folder;
    private final Path agentJar;
    private final int port;
    private final Process jenkins;
    private final HttpClient http = HttpClient.newHttpClient();
    private int tcpPort;
    private int agents;

    private ColdAgents(Path war, Path target, Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        this.agentJar = folder.resolve("agent.jar");
        this.port = freePort();
        File plugins = folder.resolve("home/plugins").toFile();
        FileUtils.copyDirectory(target.resolve("test-classes/test-dependencies").toFile(), plugins);
        FileUtils.copyFileToDirectory(target.resolve("sast-scan.hpi").toFile(), plugins);
        ProcessBuilder builder = new ProcessBuilder(
                Contest.java().get(0),
                "-Xmx1g",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + Files.createDirectory(folder.resolve("controller-tmp")),
                "-Djenkins.install.runSetupWizard=false",
                "-Dhudson.security.csrf.GlobalCrumbIssuerConfiguration.DISABLE_CSRF_PROTECTION=true",
                // Lets Jenkins save the launcher of add-launched.groovy, whose class is in no plugin.
                "-Djenkins.security.ClassFilterImpl.SUPPRESS_WHITELIST=true",
                "-Dhudson.model.UpdateCenter.never=true",
                "-jar",
                war.toString(),
                "--httpListenAddress=127.0.0.1",
                "--httpPort=" + port,
                "--webroot=" + folder.resolve("war"));
        builder.environment().put("JENKINS_HOME", plugins.getParent());
        jenkins = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("jenkins.log").toFile())
                .start();
    }

    /** @param service the URL that uploads go to */
    static void measure(OfficialBuild build, Path folder, String service, Report report)
            throws IOException, InterruptedException {
        System.err.println("Measuring: agents that have loaded nothing yet");
        try (ColdAgents cold = new ColdAgents(build.war(), build.target(), folder)) {
            cold.await(service);
            // Warms up the controller.
            cold.rounds("webSocket", Duration.ZERO, 1);
            StringBuilder table = new StringBuilder("### One small file on an agent that has loaded nothing yet\n\n"
                    + "| agent | way | `archiveArtifacts` | `sastScan` | it adds | MB to the agent | it adds | warm |\n"
                    + "|---|---|---|---|---:|---|---:|---|\n");
            for (String kind : List.of("webSocket", "tcp", "launched")) {
                cold.measure(kind, Duration.ZERO, 500, report, table);
                if (!kind.equals("launched")) {
                    cold.measure(kind, FAR, 1_500, report, table);
                }
            }
            report.add(table.toString());
            new Transfers(cold, folder, service, report).measure();
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
        report.atMost("cold agent (" + kind + ", " + way + "): a submission adds", mostMillis, millis, " ms");
        report.atMost(
                "cold agent (" + kind + ", " + way + "): the longest stage, which logs nothing until its end",
                2_000,
                sast.stream().mapToDouble(Cost::longestStageMillis).max().orElseThrow(),
                " ms");
        if (!kind.equals("launched")) {
            report.atMost("cold agent (" + kind + ", " + way + "): to the agent", 1.5, megabytes, " MB");
        }
        table.append(String.join(
                " | ",
                "| " + kind,
                way,
                Cost.shown(plain, Cost::millis, 1e3, " s"),
                Cost.shown(sast, Cost::millis, 1e3, " s"),
                Report.number(millis / 1e3) + " s",
                Cost.shown(plain, Cost::bytes, 1e6, "") + " / " + Cost.shown(sast, Cost::bytes, 1e6, ""),
                Report.number(megabytes) + " MB",
                Cost.shown(plain, Cost::warmMillis, 1e3, "") + " / " + Cost.shown(sast, Cost::warmMillis, 1e3, " s")
                        + " |\n"));
    }

    /** Builds both jobs alternately. Returns the costs of the plain job, followed by those of the submission. */
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
        try (DelayingProxy web = new DelayingProxy(port, roundTrip);
                DelayingProxy tcp = new DelayingProxy(tcpPort, roundTrip)) {
            Process agent = start(name, root, kind, web.port(), tcp.port());
            try {
                awaitOnline(List.of(name));
                long before = web.bytesBack() + tcp.bytesBack();
                String[] first = run("build", job).split(" ");
                long bytes = web.bytesBack() + tcp.bytesBack() - before;
                run("build", job);
                String[] warm = run("build", job).split(" ");
                return new Cost(
                        Double.parseDouble(first[0]), Double.parseDouble(first[1]), bytes, Double.parseDouble(warm[0]));
            } finally {
                run("remove", name);
                if (agent != null) {
                    agent.destroyForcibly().waitFor();
                }
            }
        }
    }

    Process start(String name, Path root, String kind, int web, int tcp) throws IOException, InterruptedException {
        if (kind.equals("launched")) {
            run("add-launched", name, root, Contest.java().get(0) + " -jar " + agentJar);
            return null;
        }
        String secret = run("add-inbound", name, root);
        List<String> command = new ArrayList<>(List.of(Contest.java().get(0), "-Xmx256m", "-jar", agentJar.toString()));
        command.addAll(List.of("-url", "http://127.0.0.1:" + web + "/", "-name", name, "-secret", secret));
        command.addAll(List.of("-workDir", root.toString()));
        command.addAll(kind.equals("tcp") ? List.of("-tunnel", "127.0.0.1:" + tcp) : List.of("-webSocket"));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("log").toFile())
                .start();
    }

    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    private void await(Condition condition, String failure) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begun > TO_START.toNanos() || !jenkins.isAlive()) {
                throw new IOException(failure);
            }
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
        }
    }

    void awaitOnline(List<String> names) throws IOException, InterruptedException {
        for (String name : names) {
            await(
                    () -> script("print jenkins.model.Jenkins.get().getComputer('" + name + "').online")
                            .equals("true"),
                    "The agent " + name + " did not connect; its log is in " + folder + ".");
        }
        // Lets the controller finish its work for the new agent.
        TimeUnit.SECONDS.sleep(3);
    }

    private void await(String service) throws IOException, InterruptedException {
        await(this::isUp, "Jenkins did not start; its log is " + folder.resolve("jenkins.log") + ".");
        try (InputStream jar = http.send(
                        HttpRequest.newBuilder(url("jnlpJars/agent.jar")).build(),
                        HttpResponse.BodyHandlers.ofInputStream())
                .body()) {
            Files.copy(jar, agentJar);
        }
        tcpPort = Integer.parseInt(run("set-up", Service.TOKEN, service));
    }

    private boolean isUp() throws InterruptedException {
        try {
            return script("print 'up'").equals("up");
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    int tcpPort() {
        return tcpPort;
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + port + "/" + path);
    }

    /** Runs a Groovy resource with these values on the controller, and returns its output. */
    String run(String name, Object... values) throws IOException, InterruptedException {
        try (InputStream in = ColdAgents.class.getResourceAsStream(name + ".groovy")) {
            return script(new String(in.readAllBytes(), StandardCharsets.UTF_8).formatted(values));
        }
    }

    /** Runs a script on the controller, and returns its output. */
    private String script(String groovy) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(url("scriptText"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "script=" + URLEncoder.encode(groovy, StandardCharsets.UTF_8)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200
                || answer.body().contains("Exception")
                || answer.body().contains("Error")) {
            throw new IOException("A script on the controller failed: " + answer.body());
        }
        return answer.body().strip();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        jenkins.descendants().forEach(ProcessHandle::destroyForcibly);
        jenkins.destroyForcibly().onExit().join();
    }
}

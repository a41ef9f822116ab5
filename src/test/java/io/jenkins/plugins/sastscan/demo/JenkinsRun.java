package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;

/** A Jenkins with the plugin, the embedded service and sample jobs, until it is stopped. */
final class JenkinsRun {
    private static final Duration TO_START = Duration.ofMinutes(5);
    private static final Duration TO_BUILD = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
    /** Of each sample, for its trend to have something to show. */
    private static final int BUILDS = 4;

    private static final String KEPT_LOG = "demo-jenkins.log";

    private final PrintStream out;

    JenkinsRun(PrintStream out) {
        this.out = out;
    }

    void run(DemoOptions options, Path temporary) throws IOException, InterruptedException {
        DemoOptions.JenkinsOptions jenkins = options.jenkins().orElseThrow();
        refuseTakenPort(jenkins.port());
        if (!Files.isDirectory(options.directory())) {
            throw new InvalidInputException("The directory " + options.directory() + " is not there; name another.");
        }
        TemporaryFolder.refuseInside(options.directory(), temporary);
        URI address = URI.create("http://127.0.0.1:" + jenkins.port() + "/");
        String password = password();
        JenkinsHome home = new JenkinsHome(temporary.resolve("home"));
        Path log = temporary.resolve("jenkins.log");
        try (Simulator simulator = service(temporary)) {
            out.println("Starting Jenkins on this machine.");
            home.configure(home.values(simulator, address, password, options.directory()));
            home.install(jenkins.target());
            Path scratch = Files.createDirectory(temporary.resolve("scratch"));
            try (JenkinsProcess process = JenkinsProcess.start(jenkins.war(), jenkins.port(), home, scratch, log)) {
                awaitSamples(process, new JenkinsPages(address, JenkinsHome.USER, password));
                out.println("Jenkins is ready: " + address);
                out.println("To change things log in as " + JenkinsHome.USER + " with the password " + password
                        + " (looking around needs no login).");
                out.println("Ctrl-C stops it and leaves nothing behind.");
                process.awaitEnd();
                out.println("Jenkins has ended.");
            }
        } catch (IOException e) {
            throw new IOException(e.getMessage() + kept(log, jenkins.target().resolve(KEPT_LOG)), e);
        }
    }

    static Simulator service(Path temporary) {
        Simulator simulator =
                Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withStorage(temporary));
        for (long project = JenkinsHome.FIRST_PROJECT; project <= JenkinsHome.LAST_PROJECT; project++) {
            simulator.addProject(project);
        }
        return simulator;
    }

    private static void refuseTakenPort(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            socket.setReuseAddress(true);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "Port " + port + " of this machine is in use or not allowed; name another with --port.");
        }
    }

    /** Nobody else on this machine can guess it: who can log in can run programs as the demo's user. */
    private static String password() {
        byte[] random = new byte[8];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private void awaitSamples(JenkinsProcess process, JenkinsPages pages) throws IOException, InterruptedException {
        await(process, TO_START, "come up", pages::up);
        out.println("Building the sample jobs.");
        for (int build = 1; build <= BUILDS; build++) {
            buildSamples(process, pages, build);
        }
        out.println("Built with success, " + BUILDS + " times each: "
                + String.join(", ", pages.results(BUILDS).keySet()) + ".");
    }

    private static void buildSamples(JenkinsProcess process, JenkinsPages pages, int build)
            throws IOException, InterruptedException {
        for (String job : pages.results(build).keySet()) {
            pages.build(job);
        }
        await(
                process,
                TO_BUILD,
                "build the sample jobs",
                () -> !pages.results(build).containsValue(""));
        Map<String, String> results = pages.results(build);
        if (results.isEmpty() || !results.values().stream().allMatch("SUCCESS"::equals)) {
            throw new IOException("Not all sample jobs were built with success: " + results + ".");
        }
    }

    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    private static void await(JenkinsProcess process, Duration atMost, String what, Condition condition)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (process.ended(BETWEEN_LOOKS)) {
                throw new IOException("Jenkins has ended before it could " + what + ".");
            }
            if (System.nanoTime() - begin > atMost.toNanos()) {
                throw new IOException("Jenkins did not " + what + " within " + atMost.toMinutes() + " minutes.");
            }
        }
    }

    /** Keeps what Jenkins has said, for people who want to know why it failed. */
    private static String kept(Path log, Path copy) throws IOException {
        if (!Files.exists(log)) {
            return "";
        }
        Files.copy(log, copy, StandardCopyOption.REPLACE_EXISTING);
        return " Its log is in " + copy + ".";
    }
}

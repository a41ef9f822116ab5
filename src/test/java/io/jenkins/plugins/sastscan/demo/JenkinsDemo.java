package io.jenkins.plugins.sastscan.demo;

import hudson.model.Job;
import hudson.security.csrf.DefaultCrumbIssuer;
import io.jenkins.plugins.casc.ConfigurationAsCode;
import io.jenkins.plugins.sastscan.build.git.SshKeys;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import jenkins.model.ParameterizedJobMixIn.ParameterizedJob;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Starts the test Jenkins with the plugin, a simulated SAST server and sample jobs. Runs until Jenkins is stopped.
 * Needs the classes of the official build. The property {@code demo.log} names the log file of Jenkins.
 */
public final class JenkinsDemo {
    private static final String USER = "demo";
    /** The trend needs several builds. */
    private static final int BUILDS = 4;

    private JenkinsDemo() {}

    public static void main(String... arguments) {
        Demo.main(JenkinsDemo::run, arguments);
    }

    private static void run(DemoOptions options, Path temporary, PrintStream out)
            throws IOException, InterruptedException {
        if (!Files.isDirectory(options.directory())) {
            throw new InvalidInputException("The directory " + options.directory() + " is not there; name another.");
        }
        try (ServerSocket free = new ServerSocket(options.port(), 1, InetAddress.getLoopbackAddress())) {
            free.setReuseAddress(true);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "Port " + options.port() + " of this machine is in use or not allowed; name another with --port.");
        }
        String log = System.getProperty("demo.log");
        logTo(log);
        out.println("Starting Jenkins on this machine.");
        LocalJenkins jenkins = new LocalJenkins(options.port(), temporary);
        try (Simulator service = service(temporary)) {
            jenkins.before();
            try {
                String password = configure(jenkins, service, options.directory(), temporary);
                out.println("Building the sample jobs.");
                for (int build = 0; build < BUILDS; build++) {
                    buildAll(jenkins);
                }
                out.println("Jenkins is ready: " + jenkins.getURL());
                out.println("The simulated SAST server: " + service.baseUrl());
                out.println("To change things log in as " + USER + " with the password " + password
                        + " (looking around needs no login).");
                out.println("Ctrl-C stops it and leaves nothing behind.");
                new CountDownLatch(1).await();
            } finally {
                jenkins.after();
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e.getMessage() + " Jenkins's log is in " + log + ".", e);
        }
    }

    /** Writes the log only to a file, in which users can find the cause of a failure. */
    private static void logTo(String file) throws IOException {
        Logger root = Logger.getLogger("");
        for (Handler console : root.getHandlers()) {
            root.removeHandler(console);
        }
        Handler handler = new FileHandler(file);
        handler.setFormatter(new SimpleFormatter());
        root.addHandler(handler);
    }

    static Simulator service(Path temporary) {
        Simulator service =
                Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withStorage(temporary));
        for (long project = 101; project <= 105; project++) {
            service.addProject(project);
        }
        // The project ID in the examples of the documentation.
        service.addProject(42);
        return service;
    }

    /** Returns the random password of the user. */
    static String configure(JenkinsRule jenkins, Simulator service, Path sources, Path temporary) throws Exception {
        byte[] random = new byte[8];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        Path jobs = temporary.resolve("jobs.groovy");
        Files.writeString(jobs, resource("jobs.groovy"));
        Map<String, String> values = Map.of(
                "DEMO_URL", jenkins.getURL().toString(),
                "DEMO_USER", USER,
                "DEMO_PASSWORD", password,
                "DEMO_SOURCES", sources.toAbsolutePath().normalize().toString(),
                "DEMO_JOBS", jobs.toString(),
                "SAST_URL", service.baseUrl().toString(),
                "SAST_TOKEN", service.accessToken(),
                "GIT_PASSWORD", "correct horse battery staple",
                "GIT_SSH_KEY", SshKeys.pem());
        String configuration = resource("jenkins.yaml");
        for (Map.Entry<String, String> value : values.entrySet()) {
            configuration = configuration.replace(
                    "${" + value.getKey() + "}",
                    value.getValue().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
        }
        Path file = temporary.resolve("jenkins.yaml");
        Files.writeString(file, configuration);
        jenkins.jenkins.setCrumbIssuer(new DefaultCrumbIssuer());
        ConfigurationAsCode.get().configure(file.toString());
        return password;
    }

    static void buildAll(JenkinsRule jenkins) throws Exception {
        for (ParameterizedJob<?, ?> job : jenkins.jenkins.getAllItems(ParameterizedJob.class)) {
            job.scheduleBuild2(0);
        }
        jenkins.waitUntilNoActivity();
        for (Job<?, ?> job : jenkins.jenkins.getAllItems(Job.class)) {
            jenkins.assertBuildStatusSuccess(job.getLastBuild());
        }
    }

    private static String resource(String name) throws IOException {
        try (var in = JenkinsDemo.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Listens on the loopback interface only, as the test harness does. */
    private static final class LocalJenkins extends JenkinsRule {
        LocalJenkins(int port, Path temporary) {
            localPort = port;
            // The harness requires a JUnit 4 description.
            testDescription = org.junit.runner.Description.createSuiteDescription("demo");
            with(() -> Files.createDirectory(temporary.resolve("home")).toFile());
        }
    }
}

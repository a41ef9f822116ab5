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
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;

/** A Jenkins controller in a separate process, and the agents of this controller. */
final class Controller implements AutoCloseable {
    private static final Duration TO_START = Duration.ofMinutes(5);
    private static final long MILLIS_BETWEEN_LOOKS = 200;

    private final Path folder;
    private final Path agentJar;
    private final int port;
    private final Process jenkins;
    private final HttpClient http = HttpClient.newHttpClient();
    private int tcpPort;

    Controller(OfficialBuild build, Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        this.agentJar = folder.resolve("agent.jar");
        this.port = freePort();
        Path war = build.war(); // This also builds the plugin.
        File plugins = folder.resolve("home/plugins").toFile();
        FileUtils.copyDirectory(
                build.target().resolve("test-classes/test-dependencies").toFile(), plugins);
        FileUtils.copyFileToDirectory(build.target().resolve("sast-scan.hpi").toFile(), plugins);
        ProcessBuilder builder = new ProcessBuilder(
                Contest.java().get(0),
                "-Xmx1g",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + Files.createDirectory(folder.resolve("controller-tmp")),
                "-Djenkins.install.runSetupWizard=false",
                "-Dhudson.security.csrf.GlobalCrumbIssuerConfiguration.DISABLE_CSRF_PROTECTION=true",
                // The class of the agent launcher comes from the script add-launched.groovy, not from a plugin. With
                // this option, Jenkins stores the launcher anyway.
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

    Process startAgent(String name, Path root, String kind, int web, int tcp) throws IOException, InterruptedException {
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

    void awaitOnline(String name) throws IOException, InterruptedException {
        await(
                () -> script("print jenkins.model.Jenkins.get().getComputer('" + name + "').online")
                        .equals("true"),
                "The agent " + name + " did not connect; its log is in " + folder + ".");
        // Gives the controller time to finish its work for the new agent.
        TimeUnit.SECONDS.sleep(3);
    }

    /** @param service the URL that receives the uploads */
    void awaitStart(String service) throws IOException, InterruptedException {
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

    String run(String name, Object... values) throws IOException, InterruptedException {
        try (InputStream in = Controller.class.getResourceAsStream(name + ".groovy")) {
            return script(new String(in.readAllBytes(), StandardCharsets.UTF_8).formatted(values));
        }
    }

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

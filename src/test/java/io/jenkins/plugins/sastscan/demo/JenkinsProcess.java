package io.jenkins.plugins.sastscan.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Jenkins in a process of its own, which ends with this one. */
final class JenkinsProcess implements AutoCloseable {
    private static final Duration TO_END = Duration.ofSeconds(20);

    private final Process process;

    private JenkinsProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param log gets all that it says
     * @param scratch an existing folder for its temporary files
     */
    static JenkinsProcess start(Path war, int port, JenkinsHome home, Path scratch, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + scratch,
                "-Djenkins.install.runSetupWizard=false",
                "-Dhudson.model.UpdateCenter.never=true",
                "-Dhudson.model.UsageStatistics.disabled=true",
                // The Java at hand will do for a demo, however long Jenkins supports it.
                "-Djenkins.monitor.JavaVersionRecommendationAdminMonitor.disabled=true",
                "-Dcasc.jenkins.config=" + home.configuration(),
                "-jar",
                war.toString(),
                "--httpListenAddress=127.0.0.1",
                "--httpPort=" + port,
                "--webroot=" + home.path().resolve("war")));
        Map<String, String> environment = builder.environment();
        // What is set for a Jenkins of the user's own is not for this one.
        environment.keySet().removeIf(name -> name.matches("(JENKINS|HUDSON|CASC)_.*|SECRETS"));
        environment.put("JENKINS_HOME", home.path().toString());
        environment.put("SECRETS_FILE", home.secrets().toString());
        builder.directory(home.path().toFile()).redirectErrorStream(true).redirectOutput(log.toFile());
        return new JenkinsProcess(builder.start());
    }

    /** Waits for its end, at most so long; whether it has ended. */
    boolean ended(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    void awaitEnd() throws InterruptedException {
        process.waitFor();
    }

    /** Ends it, with all that it has started; returns when it is gone. */
    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroy();
        boolean interrupted = false;
        try {
            if (!process.waitFor(TO_END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            interrupted = true;
        }
        started.forEach(ProcessHandle::destroyForcibly);
        started.forEach(handle -> handle.onExit().join());
        process.onExit().join();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

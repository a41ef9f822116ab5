package io.jenkins.plugins.sastscan.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo's Jenkins from outside, with a stand-in for Jenkins itself. */
class JenkinsRunTest {
    @TempDir
    Path folder;

    private Path war;
    private Path target;
    private Path sources;
    private Path temporary;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final StringBuffer said = new StringBuffer();

    @BeforeEach
    void parts() throws IOException {
        war = FakeJenkins.jar(folder.resolve("jenkins.war"));
        target = folder.resolve("target");
        Path others = Files.createDirectories(target.resolve("test-classes/test-dependencies"));
        Files.writeString(others.resolve("git.hpi"), "git");
        Files.writeString(others.resolve("index"), "git");
        sources = Files.createDirectory(folder.resolve("sources"));
        temporary = Files.createDirectory(folder.resolve("temporary"));
    }

    @Test
    void a_demo_that_is_interrupted_has_ended_its_jenkins() throws Exception {
        int port = freePort();
        plugin("SUCCESS");
        Thread demo = new Thread(() -> {
            try {
                run(port);
            } catch (InterruptedException e) {
                said.append("interrupted");
            } catch (Exception e) {
                said.append(e);
            }
        });
        demo.start();
        assertThat(ready.await(1, TimeUnit.MINUTES)).as(said.toString()).isTrue();
        demo.interrupt();
        demo.join(TimeUnit.MINUTES.toMillis(1));

        assertThat(said.toString())
                .contains(
                        "Built with success, 4 times each: sample.", "Jenkins is ready: http://127.0.0.1:" + port + "/")
                .contains("as demo with the password")
                .endsWith("interrupted");
        assertThatCode(() -> new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")).close())
                .as("its port is free")
                .doesNotThrowAnyException();
        assertThat(target.resolve("demo-jenkins.log")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FAILURE | Not all sample jobs were built with success: {sample=FAILURE}.",
                "ends | Jenkins has ended before it could come up.",
                "broken | Jenkins could not start (HTTP 500).",
            })
    void what_fails_is_one_sentence_that_names_the_log(String fate, String sentence) throws Exception {
        plugin(fate);
        Path log = target.resolve("demo-jenkins.log");

        assertThatThrownBy(() -> run(freePort()))
                .isInstanceOf(IOException.class)
                .hasMessage(sentence + " Its log is in " + log + ".");
        assertThat(log).content().contains("fate: " + fate);
    }

    @Test
    void a_port_in_use_is_refused_before_anything_is_started() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> run(taken.getLocalPort()))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort())
                    .hasMessageContaining("--port");
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void sources_that_are_not_there_are_refused_before_anything_is_started() throws Exception {
        Files.delete(sources);
        int port = freePort();
        assertThatThrownBy(() -> run(port))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sources");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void every_variable_of_the_configuration_has_a_value() throws Exception {
        JenkinsHome home = new JenkinsHome(temporary.resolve("home"));
        try (Simulator simulator = Simulator.start(Dialect.CONTRACT)) {
            home.configure(home.values(simulator, URI.create("http://127.0.0.1:1/"), "secret", sources));
        }
        Properties values = new Properties();
        try (InputStream in = Files.newInputStream(home.secrets())) {
            values.load(in);
        }
        Set<String> variables = new TreeSet<>();
        Matcher matcher = Pattern.compile("\\$\\{([A-Z_]+)}").matcher(Files.readString(home.configuration()));
        while (matcher.find()) {
            variables.add(matcher.group(1));
        }
        assertThat(values.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(variables);
        assertThat(Path.of(values.getProperty("DEMO_JOBS"))).isRegularFile();
        assertThat(home.configuration()).content().doesNotContain("fixed-access-token", "secret\"");
    }

    private void plugin(String fate) throws IOException {
        Files.writeString(target.resolve("sast-scan.hpi"), fate);
    }

    private void run(int port) throws Exception {
        DemoOptions options = DemoOptions.parse(
                "--jenkins",
                "--port",
                String.valueOf(port),
                "--war",
                war.toString(),
                "--target",
                target.toString(),
                sources.toString());
        new JenkinsRun(new Listener()).run(options, temporary);
    }

    private final class Listener extends PrintStream {
        Listener() {
            super(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        }

        @Override
        public void println(String line) {
            said.append(line).append('\n');
            if (line.startsWith("Ctrl-C")) {
                ready.countDown();
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}

package io.jenkins.plugins.sastscan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatorTest {
    private static final String UPLOAD = "/projects/1/sourceCode/attachments";

    @TempDir
    Path directory;

    private SimulatorOptions contract() {
        return SimulatorOptions.of(Dialect.CONTRACT).withStorage(directory);
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    void closing_ends_hanging_calls_threads_and_files_at_once() throws Exception {
        Set<Thread> before = threads();
        Simulator simulator = Simulator.start(contract());
        simulator.addProject(1);
        HeldFault hang = Fault.hang();
        HeldFault delay = Fault.delay();
        simulator.schedule(SimulatedOperation.LICENSE, hang, delay, Fault.trickle(Duration.ofDays(1)));
        try (RawCall first = new RawCall(simulator).license(simulator);
                RawCall halfSent =
                        new RawCall(simulator).uploadHead(simulator, 1000).send("zippedSource=PK%03")) {
            hang.awaitArrival();
            try (RawCall second = new RawCall(simulator).license(simulator)) {
                delay.awaitArrival();
                try (RawCall trickling = new RawCall(simulator).license(simulator)) {
                    trickling.readUntil("\r\n\r\n");
                    long begin = System.nanoTime();
                    simulator.close();
                    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
                    for (RawCall call : List.of(first, second, halfSent, trickling)) {
                        assertThat(call.readAll()).isEmpty();
                    }
                }
            }
        }
        assertThat(files(directory)).isEmpty();
        Set<Thread> left = threads().stream()
                .filter(thread -> !before.contains(thread))
                .filter(thread -> thread.getName().startsWith("simulator")
                        || thread.getName().startsWith("HTTP-Dispatcher")
                        || thread.getName().startsWith("server-timer"))
                .collect(Collectors.toSet());
        for (Thread thread : left) {
            thread.join(5000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void an_upload_that_its_client_breaks_off_is_not_kept() throws Exception {
        try (Simulator simulator = Simulator.start(contract())) {
            SimulatedProject project = simulator.addProject(1);
            try (RawCall call = new RawCall(simulator).uploadHead(simulator, 1000)) {
                assertThat(call.send("zippedSource=PK%05%06").breakOff().readAll())
                        .isEmpty();
            }
            assertThat(project.uploads()).isZero();
            RecordedRequest request = simulator.requests().get(0);
            assertThat(request.body().complete()).isFalse();
            assertThat(request.status()).isEmpty();
            assertThat(files(files(directory).get(0))).isEmpty();
        }
    }

    @Test
    void requests_are_noted_with_all_that_they_brought() throws Exception {
        try (Simulator simulator = Simulator.start(Dialect.FIELD)) {
            Client client = new Client(simulator);
            client.send(client.to("/serverLicenseData?a=%20b", "4.0")
                    .header("X-Twice", "1")
                    .header("X-Twice", "2"));
            client.send(client.to("/nowhere", "4.0").POST(BodyPublishers.ofString("body")));
            RecordedRequest first =
                    simulator.requests(SimulatedOperation.LICENSE).get(0);
            assertThat(first.method()).isEqualTo("GET");
            assertThat(first.target()).isEqualTo("/rest/api/serverLicenseData?a=%20b");
            assertThat(first.header("accept")).contains("application/json;v=4.0");
            assertThat(first.headers("x-twice")).containsExactly("1", "2");
            assertThat(first.header("x-twice")).isEmpty();
            RecordedRequest second = simulator.requests().get(1);
            assertThat(second.operation()).isEmpty();
            assertThat(second.body().text()).isEqualTo("body");
            assertThat(second.body().complete()).isTrue();
            assertThat(second.toString()).doesNotContain(simulator.accessToken());
        }
    }

    @Test
    void a_body_over_the_limit_is_refused() throws Exception {
        byte[] body = Client.bytes("zippedSource=PK%05%06");
        try (Simulator simulator = Simulator.start(contract().withUploadLimit(body.length))) {
            SimulatedProject project = simulator.addProject(1);
            Client client = new Client(simulator);
            assertThat(client.post(UPLOAD, "4.0", Client.FORM, body).statusCode())
                    .isEqualTo(204);
            byte[] larger = Client.bytes("zippedSource=PK%05%06+");
            assertThat(client.post(UPLOAD, "4.0", Client.FORM, larger).statusCode())
                    .isEqualTo(413);
            assertThat(project.uploads()).isEqualTo(1);
        }
    }

    @Test
    void bodies_are_read_no_faster_than_allowed() throws Exception {
        try (Simulator simulator = Simulator.start(contract().withBytesPerSecond(1_000_000))) {
            simulator.addProject(1);
            long begin = System.nanoTime();
            new Client(simulator).post(UPLOAD, "4.0", Client.FORM, new byte[300_000]);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(300));
        }
    }

    @Test
    void a_failure_of_the_simulator_itself_does_not_pass_for_an_answer() throws Exception {
        Simulator simulator = Simulator.start(contract());
        simulator.addProject(1);
        Path storage = files(directory).get(0);
        Files.delete(storage);
        Files.createFile(storage);
        String body = "zippedSource=PK%05%06";
        try (RawCall call = new RawCall(simulator).uploadHead(simulator, body.length())) {
            assertThat(call.send(body).readAll()).isEmpty();
        }
        assertThatThrownBy(simulator::close).hasMessage("the simulator failed");
    }
}

package io.jenkins.plugins.sastscan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatorTest {
    private static final String UPLOAD = "/projects/1/sourceCode/attachments";

    private static final byte[] HEAD = Client.bytes("--" + Client.BOUNDARY
            + "\r\nContent-Disposition: form-data; name=\"zippedSource\"; filename=\"large.zip\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n");
    private static final byte[] TAIL = Client.bytes("\r\n" + Client.lastBoundary());

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

    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void a_body_of_200_mb_goes_to_disk(Dialect dialect) throws Exception {
        Path zip = directory.resolve("large.zip");
        long raw = dialect == Dialect.CONTRACT ? 80_000_000 : 200_000_000;
        try (OutputStream file = Files.newOutputStream(zip);
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            out.putNextEntry(new ZipEntry("large"));
            Random random = new Random(1);
            byte[] block = new byte[1_000_000];
            for (long written = 0; written < raw; written += block.length) {
                random.nextBytes(block);
                out.write(block);
            }
        }
        try (Simulator simulator = Simulator.start(SimulatorOptions.of(dialect).withStorage(directory))) {
            SimulatedProject project = simulator.addProject(1);
            Client client = new Client(simulator);
            HttpResponse<String> answer = client.send(client.to(UPLOAD, "4.0")
                    .timeout(Duration.ofMinutes(2))
                    .header("Content-Type", Client.uploadType(dialect))
                    .POST(
                            dialect == Dialect.CONTRACT
                                    ? BodyPublishers.ofFile(encoded(zip))
                                    : BodyPublishers.fromPublisher(
                                            BodyPublishers.ofInputStream(() -> multipart(zip)), multipartLength(zip))));
            assertThat(answer.statusCode()).isEqualTo(204);
            ReceivedArchive archive = project.lastUpload().orElseThrow();
            assertThat(archive.readable()).isTrue();
            assertThat(archive.rawBytes()).isEqualTo(raw);
            assertThat(Files.mismatch(archive.file(), zip)).isEqualTo(-1);
        }
    }

    private Path encoded(Path zip) throws IOException {
        Path form = directory.resolve("form");
        byte[] hex = Client.bytes("0123456789ABCDEF");
        byte[] block = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(zip);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(form), 1 << 16)) {
            out.write(Client.bytes("zippedSource="));
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                for (int i = 0; i < read; i++) {
                    out.write('%');
                    out.write(hex[block[i] >> 4 & 15]);
                    out.write(hex[block[i] & 15]);
                }
            }
        }
        return form;
    }

    private static long multipartLength(Path zip) throws IOException {
        return HEAD.length + Files.size(zip) + TAIL.length;
    }

    private static InputStream multipart(Path zip) {
        try {
            return new SequenceInputStream(Collections.enumeration(List.of(
                    new ByteArrayInputStream(HEAD), Files.newInputStream(zip), new ByteArrayInputStream(TAIL))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void an_unknown_project_is_no_project() {
        try (Simulator simulator = Simulator.start(Dialect.CONTRACT)) {
            simulator.addProject(1);
            assertThatThrownBy(() -> simulator.project(2)).isInstanceOf(NoSuchElementException.class);
            assertThatThrownBy(() -> simulator.addProject(1)).hasMessage("project 1 is there already");
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

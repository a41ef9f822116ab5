package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.TestArchive;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Odd servers: where nothing of an answer is needed its status decides, and only a web page is a failure. */
@Timeout(60)
@ParameterizedClass
@EnumSource(SentFrom.class)
class StatusDecidesTest {
    @Parameter
    SentFrom from;

    private static final Set<SimulatedOperation> WRITING = Set.of(
            SimulatedOperation.UPLOAD,
            SimulatedOperation.FORCE_SCAN,
            SimulatedOperation.WRITE_GIT,
            SimulatedOperation.WRITE_GIT_SSH);

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");
    private static final String PAGE = "<!DOCTYPE html><html><title>Sign in</title>";
    private static final int MUCH = ServiceResponse.MAX_CONTENT + 1;

    @TempDir
    static Path directory;

    private static Path archive;

    @RegisterExtension
    final TestClient client = new TestClient();

    @BeforeAll
    static void archive() throws IOException {
        archive = TestArchive.in(directory);
    }

    private static Arguments answer(String name, String head, String body) {
        return answer(name, head, body.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Arguments answer(String name, String head, byte[] body) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes((head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        answer.writeBytes(body);
        return Arguments.of(name, answer.toByteArray());
    }

    private static byte[] halfGzip(String text) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Arrays.copyOf(compressed.toByteArray(), compressed.size() - 12);
    }

    static Stream<Arguments> successes() {
        String gzip = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ";
        return Stream.of(
                answer("204 with content", "HTTP/1.1 204 No Content\r\nContent-Length: 2", "{}"),
                answer(
                        "204 with text of a framework",
                        "HTTP/1.1 204 No Content\r\nContent-Type: text/html\r\nContent-Length: 10",
                        "No Content"),
                answer("204 with a length alone", "HTTP/1.1 204 No Content\r\nContent-Length: 7", ""),
                answer(
                        "204 in chunks",
                        "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked",
                        "2\r\n{}\r\n0\r\n\r\n"),
                answer(
                        "204 as empty gzip",
                        "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\nContent-Length: 0",
                        ""),
                answer("205 with content", "HTTP/1.1 205 Reset Content\r\nContent-Length: 3", "abc"),
                answer("205", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0", ""),
                answer("202 without a length", "HTTP/1.1 202 Accepted\r\nConnection: close", "queued"),
                answer("200 cut off", "HTTP/1.1 200 OK\r\nContent-Length: 100", "{\"a\":"),
                answer("200 with a length alone", "HTTP/1.1 200 OK\r\nContent-Length: 100", ""),
                answer("200 cut off in chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked", "2\r\n{}\r\n"),
                answer("200 with broken chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked", "zz\r\n{}\r\n"),
                answer("200 that is no gzip", gzip + "2", "{}"),
                answer("200 as empty gzip", gzip + "0", ""),
                answer("200 as half a gzip", gzip + "100", halfGzip("{\"a\":\"b\"}")),
                answer("200 with too much", "HTTP/1.1 200 OK\r\nContent-Length: " + MUCH, " ".repeat(MUCH)),
                answer("HTTP/1.0", "HTTP/1.0 200 OK", "OK"),
                answer("HTTP/1.0 without content", "HTTP/1.0 204 No Content", ""),
                answer("a status line without phrase", "HTTP/1.1 204", ""),
                answer(
                        "header lines in Latin-1",
                        "HTTP/1.1 204 Gr\u00fcn\r\nServer: gr\u00fcn\r\nX-\u00e4: \u00f6",
                        ""));
    }

    static Stream<Arguments> pages() {
        return Stream.of(
                answer("cut off", "HTTP/1.1 200 OK\r\nContent-Length: 1000", PAGE),
                answer("cut off in chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked", "2b\r\n" + PAGE + "\r\n"),
                answer(
                        "half a gzip",
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000",
                        halfGzip(PAGE + "<p>".repeat(1000))),
                answer(
                        "called one, and cut off in plain words",
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100",
                        "Please sign in"),
                answer(
                        "called one, and unreadable",
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: 2",
                        "{}"),
                answer("too long", "HTTP/1.1 200 OK\r\nContent-Length: " + MUCH, PAGE + " ".repeat(MUCH)),
                answer("in chunks of 204", "HTTP/1.1 204 What\r\nTransfer-Encoding: chunked", "2b\r\n" + PAGE + "\r\n"),
                answer("of HTTP/1.0", "HTTP/1.0 200 OK", PAGE));
    }

    /** Reads a whole request and answers. */
    private static RawServer answering(byte[] answer) throws IOException {
        return new RawServer((self, socket) -> {
            readWhole(self, socket);
            socket.getOutputStream().write(answer);
        });
    }

    private static void readWhole(RawServer server, Socket socket) throws IOException {
        Matcher length = LENGTH.matcher(server.readHead(socket));
        socket.getInputStream().skipNBytes(length.find() ? Long.parseLong(length.group(1)) : 0);
    }

    private void call(SimulatedOperation operation, RawServer server) throws Exception {
        Fixture.act(operation, archive, from).call(client.service(server.url()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("successes")
    void a_status_of_success_is_one_whatever_comes_with_it(String name, byte[] answer) throws Exception {
        for (SimulatedOperation operation : WRITING) {
            try (RawServer server = answering(answer)) {
                call(operation, server);
                assertThat(server.connections()).as("%s", operation).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void a_web_page_is_a_failure_even_if_it_breaks_off(String name, byte[] answer) throws Exception {
        for (SimulatedOperation operation : WRITING) {
            try (RawServer server = answering(answer)) {
                assertThat(failure(Reason.UNEXPECTED_RESPONSE, () -> call(operation, server)))
                        .hasMessageContaining("the response is a web page");
                assertThat(server.connections()).isEqualTo(1);
            }
        }
    }

    @Test
    void content_that_stalls_is_not_waited_for() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (RawServer server = new RawServer((self, socket) -> {
            readWhole(self, socket);
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".getBytes(StandardCharsets.US_ASCII));
            StuckSockets.await(end);
        })) {
            call(SimulatedOperation.UPLOAD, server);
        } finally {
            end.countDown();
        }
    }

    /** The server reads the head alone, answers, and resets the connection that the archive is still coming through. */
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 413})
    void a_refusal_before_the_archive_is_read_is_heard(int status) throws Exception {
        Path large = directory.resolve("large" + status);
        Files.write(large, new byte[8 << 20]);
        String answer = "HTTP/1.1 " + status + " No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        try (RawServer server = new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            socket.setSoLinger(true, 0);
        })) {
            SastService service = TestClient.service(
                    server.url(), UploadEncoding.MULTIPART, new Caller(ConnectionSettings.DEFAULT, client.clock));
            assertThat(failure(Reason.REFUSED, () -> from.upload(service, Fixture.PROJECT, large, ByteProgress.NONE))
                            .status())
                    .isEqualTo(status);
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}

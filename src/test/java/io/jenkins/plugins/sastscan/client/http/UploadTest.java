package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads to servers with unusual responses. */
@Timeout(60)
@ParameterizedClass
@EnumSource(SentFrom.class)
class UploadTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @Parameter
    SentFrom from;

    private static final String PAGE = "<!DOCTYPE html><html><title>Sign in</title>";
    private static final int OVERSIZED = AttemptResult.MAX_CONTENT + 1;

    @TempDir
    Path directory;

    private static String truncatedGzip(String text) throws IOException {
        String compressed = RawServer.gzip(text);
        return compressed.substring(0, compressed.length() - 12);
    }

    static Stream<String> successes() throws IOException {
        String ok = "HTTP/1.1 200 OK\n";
        String none = "HTTP/1.1 204 No Content\n";
        String chunked = "Transfer-Encoding: chunked\n\n";
        String gzip = "Content-Encoding: gzip\nContent-Length: ";
        return Stream.of(
                none + "Content-Length: 2\n\n{}",
                none + "Content-Type: text/html\nContent-Length: 10\n\nNo Content",
                none + "Content-Length: 7\n\n",
                none + chunked + "2\n{}\n0\n\n",
                none + "Server: \0\n\n",
                "HTTP/1.1 205 Reset Content\nContent-Length: 3\n\nabc",
                "HTTP/1.1 205 Reset Content\nContent-Length: 0\n\n",
                "HTTP/1.1 202 Accepted\nConnection: close\n\nqueued",
                ok + "Content-Length: 100\n\n{\"a\":",
                ok + chunked + "2\n{}\n",
                ok + chunked + "zz\n{}\n",
                ok + gzip + "2\n\n{}",
                ok + gzip + "100\n\n" + truncatedGzip("{\"a\":\"b\"}"),
                ok + "Content-Length: " + OVERSIZED + "\n\n" + " ".repeat(OVERSIZED),
                "HTTP/1.0 200 OK\n\nOK",
                "HTTP/1.1 204\n\n",
                "HTTP/1.1 204 Gr\u00fcn\nServer: gr\u00fcn\n\n");
    }

    static Stream<String> pages() throws IOException {
        String ok = "HTTP/1.1 200 OK\n";
        String chunk = "Transfer-Encoding: chunked\n\n2b\n" + PAGE + "\n";
        String html = "Content-Type: text/html\n";
        return Stream.of(
                ok + "Content-Length: 1000\n\n" + PAGE,
                ok + chunk,
                ok + "Content-Encoding: gzip\nContent-Length: 1000\n\n" + truncatedGzip(PAGE + "<p>".repeat(1000)),
                ok + html + "Content-Length: 100\n\nPlease sign in",
                ok + html + "Content-Encoding: gzip\nContent-Length: 2\n\n{}",
                ok + "Content-Length: " + OVERSIZED + "\n\n" + PAGE + " ".repeat(OVERSIZED),
                "HTTP/1.0 200 OK\n\n" + PAGE);
    }

    private static RawServer answering(String answer) throws IOException {
        int body = answer.indexOf("\n\n");
        String head = answer.substring(0, body + 2).replace("\n", "\r\n");
        // Only chunked content needs HTTP line ends. Gzip content must keep every byte.
        String rest = answer.substring(body + 2);
        String content = head.contains("chunked") ? rest.replace("\n", "\r\n") : rest;
        return RawServer.answering(head + content);
    }

    private ServiceException failureOf(RawServer server) {
        return failure(ClientCall.of(SimulatedOperation.UPLOAD, from), fixture.service(server.url()));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("successes")
    void an_upload_with_a_success_status_succeeds_unless_the_response_is_a_web_page(String answer) throws Exception {
        try (RawServer server = answering(answer)) {
            from.upload(fixture.service(server.url()), Fixture.ARCHIVE);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("pages")
    void an_upload_fails_if_the_response_is_a_complete_or_truncated_web_page(String answer) throws Exception {
        try (RawServer server = answering(answer)) {
            assertThat(failureOf(server)).hasMessageContaining("): the response is a web page");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 27\r\n\r\n{\"message\":\"not that one\"}  ",
                "Content-Length: 26\n\n{\"message\":\"not that one\"}",
                "Transfer-Encoding: chunked\r\n\r\nB;x=y\r\n{\"message\":\r\nE \r\n\"not that one\"\r\n1\r\n}\r\n0\r\n\r\n"
            })
    void an_early_hint_is_skipped_and_the_whole_refusal_is_read(String answer) throws Exception {
        String hint = "HTTP/1.1 103 Early Hints\r\nContent-Length: 1\r\nTransfer-Encoding: identity\r\n"
                + "Content-Encoding: gzip\r\n\r\n";
        try (RawServer server = RawServer.answering(hint + "HTTP/1.1 403 No\r\n" + answer)) {
            assertThat(failureOf(server)).hasMessageContaining("): status 403 (not that one). ");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 403})
    void stalled_response_content_does_not_delay_the_result_of_the_upload(int status) throws Exception {
        String start = "HTTP/1.1 " + status + " Well\r\nContent-Length: 100\r\n\r\n{";
        try (RawServer server = new RawServer((self, socket) -> {
            self.readRequest(socket);
            socket.getOutputStream().write(start.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        })) {
            if (status == 200) {
                from.upload(fixture.service(server.url()), Fixture.ARCHIVE);
            } else {
                assertThat(failureOf(server)).returns(status, ServiceException::status);
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    /** The server reads only the head, responds, and resets the connection while the archive is being sent. */
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 413})
    void a_refusal_is_reported_even_if_the_server_did_not_read_the_archive(int status) throws Exception {
        Path large = directory.resolve("large" + status);
        Files.write(large, new byte[8 << 20]);
        String answer = "HTTP/1.1 " + status + " No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        try (RawServer server = new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            socket.setSoLinger(true, 0);
        })) {
            SastClient service = fixture.service(server.url());
            assertThat(failure(() -> from.upload(service, large))).returns(status, ServiceException::status);
            // The client of the JDK can lose the response if the connection is reset at the same time.
            assertThat(server.connections()).isLessThan(from == SentFrom.AGENT ? 10 : 2);
        }
    }
}

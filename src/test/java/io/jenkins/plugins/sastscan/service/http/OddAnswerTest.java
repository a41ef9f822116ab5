package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that are not what is due, and failures before there is a connection. */
@Timeout(60)
class OddAnswerTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String EMPTY = "\\r\\nContent-Length: 0\\r\\n\\r\\n";
    private static final String CHUNKED = "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n";
    private static final String INVALID = "UNEXPECTED_RESPONSE | 0 | 1 | the response is not valid HTTP (";
    private static final String DAMAGED = "UNEXPECTED_RESPONSE | 200 | 1 | the response is incomplete or damaged";
    private static final String ENDED = "CONNECTION_CLOSED | 0 | 4 | the connection ended before a response arrived";

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static Fixture.Act act(SimulatedOperation operation) {
        return Fixture.act(operation, Path.of("pom.xml"), SentFrom.CONTROLLER);
    }

    @Test
    void the_token_is_proved_only_by_what_speaks_of_the_token() throws Exception {
        Fixture.Act prove = service -> service.proveToken(Fixture.PROJECT);
        assertThat(fixture.service().proveToken(Fixture.PROJECT)).isTrue();
        for (int status : new int[] {400, 403, 500, 503}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(fixture.service().proveToken(Fixture.PROJECT)).isFalse();
        }
        for (Fault odd : List.of(Fault.answer(200), Fault.loginPage(), Fault.redirect(302, "https://a.example.com/"))) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, odd);
            failure(Reason.UNEXPECTED_RESPONSE, prove, fixture.service());
        }
        for (int status : new int[] {401, 404}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(failure(Reason.REFUSED, prove, fixture.service()))
                    .hasMessageStartingWith("Checking access ")
                    .hasMessageContaining("" + status);
        }
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.closeAfterBody());
        failure(Reason.CONNECTION_CLOSED, prove, fixture.service());
    }

    @ParameterizedTest
    @CsvSource({
        "FORM, 400, set the upload encoding to multipart",
        "FORM, 415, set the upload encoding to multipart",
        "MULTIPART, 400, set the upload encoding to form",
        "MULTIPART, 415, set the upload encoding to form",
    })
    void a_refusal_that_smells_of_the_wrong_encoding_says_so(UploadEncoding encoding, int status, String says) {
        SastService service = fixture.service(encoding);
        for (SimulatedOperation operation : List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT_SSH)) {
            fixture.simulator.always(operation, Fault.answer(status));
            assertThat(failure(Reason.REFUSED, act(operation), service)).hasMessageContaining(says);
        }
        fixture.simulator.always(SimulatedOperation.WRITE_GIT, Fault.answer(status));
        assertThat(failure(Reason.REFUSED, act(SimulatedOperation.WRITE_GIT), service))
                .hasMessageNotContaining("encoding");
    }

    @ParameterizedTest
    @EnumSource
    void a_body_that_is_too_large_is_told_with_its_size(UploadEncoding encoding) throws IOException {
        SastService service = fixture.service(encoding);
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(413));
        ServiceException failure = failure(Reason.REFUSED, act(SimulatedOperation.UPLOAD), service);
        long length = fixture.only(SimulatedOperation.UPLOAD).body().length();
        assertThat(failure).hasMessageContaining("413. The request body of " + Figures.bytes(length) + " is too large");
        assertThat(failure.getMessage().contains("try the upload encoding multipart"))
                .isEqualTo(encoding == UploadEncoding.FORM);
        fixture.simulator.always(SimulatedOperation.FORCE_SCAN, Fault.answer(413));
        assertThat(failure(Reason.REFUSED, act(SimulatedOperation.FORCE_SCAN), service))
                .hasMessageContaining("status 413. The request is too large");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "LICENSE, ``, is empty",
                "QUERY, ` \n`, is empty",
                "READ_GIT, null, is another JSON value",
                "LICENSE, [], is another JSON value",
                "QUERY, \"text\", is another JSON value",
                "READ_GIT, 1, is another JSON value",
                "LICENSE, {, is not JSON",
                "QUERY, {}}, is not JSON",
                "READ_GIT, {} x, is not JSON",
                "LICENSE, x, is not JSON",
            })
    void an_operation_that_reads_needs_a_json_object(SimulatedOperation operation, String body, String says) {
        fixture.simulator.always(operation, Fault.answer(200).withJson(body));
        ServiceException failure = failure(Reason.UNEXPECTED_RESPONSE, act(operation), fixture.service());
        assertThat(failure).hasMessageContaining("the response " + says + " (status 200). Expected a JSON object.");
        assertThat(failure.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"BRANCHING_STATUS", "UPLOAD", "FORCE_SCAN", "WRITE_GIT", "WRITE_GIT_SSH"})
    void an_operation_without_described_answer_takes_any_but_a_page(SimulatedOperation operation) throws Exception {
        for (Fault fine : List.of(
                Fault.answer(200),
                Fault.answer(201),
                Fault.answer(202),
                Fault.answer(204),
                Fault.answer(200).withJson("OK"),
                Fault.answer(200).withJson("[1]"),
                Fault.answer(200).withJson("{\"a\":"),
                Fault.answer(200).withBody("text/html", "{\"a\":1}"),
                Fault.answer(200).withBody("text/html", " "))) {
            fixture.simulator.schedule(operation, fine);
            act(operation).call(fixture.service());
        }
        for (Fault page : List.of(
                Fault.answer(200).withBody("Text/HTML; charset=utf-8", "Please log in"),
                Fault.answer(200).withBody("text/plain", "\n <p>hello"))) {
            fixture.simulator.schedule(operation, page);
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, act(operation), fixture.service()))
                    .hasMessageContaining("the response is a web page");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SSH-2.0-OpenSSH_9.2\\r\\n | " + INVALID,
                "HTTP/1.1 abc OK\\r\\n\\r\\n | " + INVALID,
                "HTTP/1.1 -12 What" + EMPTY + " | " + INVALID,
                "HTTP/1.1 407 Who" + EMPTY + " | " + INVALID,
                "HTTP/1.1 600 What" + EMPTY + " | UNEXPECTED_RESPONSE | 600 | 1 | unexpected status 600",
                "`` | " + ENDED,
                "HTTP/1.1 200 OK\\r\\n | " + ENDED,
                "HTTP/1.1 200 OK\\r\\nContent-Le | " + ENDED,
                CHUNKED + "2\\r\\n{}\\r\\n | " + DAMAGED,
                CHUNKED + "zz\\r\\n{}\\r\\n | " + DAMAGED,
                "HTTP/1.1 200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 2\\r\\n\\r\\n{} | " + DAMAGED,
                "HTTP/1.1 403 Forbidden\\r\\nContent-Length: 100\\r\\n\\r\\nno, because it is so, and so on"
                        + " | REFUSED | 403 | 1 | status 403 (no, because it",
            })
    void an_invalid_answer_is_explained(String answer, Reason reason, int status, int connections, String says)
            throws IOException {
        try (RawServer server = RawServer.answering(answer.translateEscapes())) {
            ServiceException failure = failure(reason, fixture.service(server.url())::license);
            assertThat(failure)
                    .hasMessageContaining(says)
                    .hasMessageNotContaining("PLANTED")
                    .hasNoCause();
            assertThat(failure.status()).isEqualTo(status);
            assertThat(server.connections()).isEqualTo(connections);
        }
    }

    @Test
    void a_refusal_whose_text_stalls_is_a_refusal_still() throws IOException {
        byte[] start = "HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nnot for you".getBytes(US_ASCII);
        try (RawServer server = new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getOutputStream().write(start);
            socket.getInputStream().readAllBytes();
        })) {
            assertThat(failure(Reason.REFUSED, fixture.service(server.url())::license)
                            .status())
                    .isEqualTo(403);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_has_a_maximum_size_after_decompression() throws Exception {
        String json = "{\"edition\":\"x\"}";
        String longest = json + " ".repeat(ServiceResponse.MAX_CONTENT - json.length());
        try (RawServer server = RawServer.answering(compressed(longest))) {
            assertThat(fixture.service(server.url()).license().edition()).contains("x");
        }
        try (RawServer server = RawServer.answering(compressed(longest + " "))) {
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, fixture.service(server.url())::license))
                    .hasMessageContaining("the response is larger than 4 MiB");
        }
    }

    private static byte[] compressed(String body) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes((OK + "Content-Encoding: gzip\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
        try (GZIPOutputStream gzip = new GZIPOutputStream(answer)) {
            gzip.write(body.getBytes(ISO_8859_1));
        }
        return answer.toByteArray();
    }

    @Test
    void an_unknown_host_is_looked_up_again() {
        List<String> asked = new ArrayList<>();
        ServiceUrl url = ServiceUrl.base("https://sast.example.org/api", false);
        SastService service = fixture.service(url, ConnectionSettings.DEFAULT, name -> {
            asked.add(name);
            throw new UnknownHostException(name);
        });
        assertThat(failure(Reason.UNKNOWN_HOST, service::license))
                .hasMessageContaining(": the host sast.example.org is unknown. Check ");
        assertThat(asked).hasSize(4).containsOnly("sast.example.org");
    }

    @Test
    void each_attempt_starts_with_another_address_of_the_host() throws Exception {
        try (RawServer server = RawServer.answering(OK + "Content-Length: 2\r\n\r\n{}")) {
            // Only the second is the server's: four attempts in the wrong direction would not reach it.
            List<InetAddress> addresses = new ArrayList<>();
            for (int last : new int[] {2, 1, 3, 4, 5}) {
                addresses.add(InetAddress.getByName("127.0.0." + last));
            }
            ServiceUrl url = ServiceUrl.base("http://sast.example.org:" + server.port(), true);
            fixture.service(url, ConnectionSettings.DEFAULT, name -> addresses).license();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void the_time_limit_ends_a_call_while_a_name_is_looked_up() {
        CountDownLatch release = new CountDownLatch(1);
        ServiceUrl url = ServiceUrl.base("https://sast.example.org", false);
        SastService service = fixture.service(url, Fixture.limited(Duration.ofMillis(100)), name -> {
            Fixture.await(release);
            throw new UnknownHostException(name);
        });
        failure(Reason.TIME_LIMIT, service::license);
        release.countDown();
    }
}

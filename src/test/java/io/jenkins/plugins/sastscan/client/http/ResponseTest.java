package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.CalledOperation.action;
import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.jenkins.plugins.sastscan.client.CalledOperation.Action;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ResponseTest {
    private static final String EMPTY = "\\r\\nContent-Length: 0\\r\\n\\r\\n";
    private static final String INVALID = "UNEXPECTED_RESPONSE | 0 | 1 | the response is not valid HTTP (";
    private static final String DAMAGED = "UNEXPECTED_RESPONSE | 200 | 1 | the response is incomplete or damaged";
    private static final String ENDED = "CONNECTION_CLOSED | 0 | 10 | the connection ended before a response arrived";

    @RegisterExtension
    final Fixture fixture = new Fixture();

    @Test
    void the_token_check_throws_after_status_401_or_404_or_429_or_5xx_but_not_after_400_or_403() throws Exception {
        Action prove = service -> service.checkAccess(Fixture.PROJECT);
        assertThat(fixture.service().checkAccess(Fixture.PROJECT)).isTrue();
        for (int status : new int[] {400, 403, 405, 415}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(fixture.service().checkAccess(Fixture.PROJECT)).isFalse();
        }
        for (Fault odd : List.of(Fault.answer(200), Fault.loginPage(), Fault.redirect(302, "https://a.example.com/"))) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, odd);
            failure(Reason.UNEXPECTED_RESPONSE, prove, fixture.service());
        }
        for (int status : new int[] {401, 404, 429, 500, 503}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(failure(Reason.REFUSED, prove, fixture.service()))
                    .hasMessageStartingWith("Checking access ")
                    .returns(status, ServiceException::status);
        }
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.closeAfterBody());
        failure(Reason.CONNECTION_CLOSED, prove, fixture.service());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"error\":\"unauthorized\"}", "{\"git\":{\"url\":\"\"}}"})
    void a_response_without_git_settings_does_not_prove_that_the_token_is_valid(String json) throws Exception {
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        assertThat(fixture.service().checkAccess(Fixture.PROJECT)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\":\"\"}",
                "{\"branch\":null}",
                "{\"useSsh\":false}",
                "{\"link\":{\"rel\":\"self\"},\"error\":null}"
            })
    void a_response_with_an_empty_git_setting_proves_that_the_token_is_valid(String json) throws Exception {
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        assertThat(fixture.service().checkAccess(Fixture.PROJECT)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"BRANCHING_STATUS", "UPLOAD", "FORCE_SCAN", "WRITE_GIT", "WRITE_GIT_SSH"})
    void an_operation_that_needs_no_json_object_accepts_any_success_response_except_a_web_page(
            SimulatedOperation operation) throws Exception {
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
            action(operation).call(fixture.service());
        }
        for (Fault page : List.of(
                Fault.answer(200).withBody("Text/HTML; charset=utf-8", "Please log in"),
                Fault.answer(200).withBody("text/plain", "\n <p>hello"))) {
            fixture.simulator.schedule(operation, page);
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, action(operation), fixture.service()))
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
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n2\\r\\n{}\\r\\n | " + DAMAGED,
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n{}\\r\\n | " + DAMAGED,
                "HTTP/1.1 200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 2\\r\\n\\r\\n{} | " + DAMAGED,
                "HTTP/1.1 403 Forbidden\\r\\nContent-Length: 100\\r\\n\\r\\nno, because it is so, and so on"
                        + " | REFUSED | 403 | 1 | status 403 (no, because it",
            })
    void the_message_explains_a_bad_response(String answer, Reason reason, int status, int connections, String says)
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
    void a_response_has_a_maximum_size_after_decompression() throws Exception {
        String json = "{\"edition\":\"x\"}";
        String longest = json + " ".repeat(AttemptResult.MAX_CONTENT - json.length());
        try (RawServer server = RawServer.answering(compressed(longest))) {
            assertThat(fixture.service(server.url()).license().text("edition")).contains("x");
        }
        try (RawServer server = RawServer.answering(compressed(longest + " "))) {
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, fixture.service(server.url())::license))
                    .hasMessageContaining("the response is larger than 256 KiB");
        }
    }

    private static String compressed(String body) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(
                ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
        try (GZIPOutputStream gzip = new GZIPOutputStream(answer)) {
            gzip.write(body.getBytes(ISO_8859_1));
        }
        return answer.toString(ISO_8859_1);
    }

    @Test
    void a_result_of_an_agent_has_a_maximum_size() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> response(Map.of(), new byte[AttemptResult.MAX_CONTENT + 1]));
        Map<String, String> large = Map.of("date", "x".repeat(30_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AttemptResult(
                        AttemptResult.Phase.RESPONSE, AttemptResult.Kind.COMPLETE, "", "", 200, large, new byte[0]));
    }

    static Attempt attempt(ServiceCall call, AttemptResult answer) {
        return new Attempt(
                call, ConnectionSettings.DEFAULT, answer, new Deadline(Deadline.Clock.REAL, Duration.ofMinutes(1)));
    }

    private static AttemptResult response(Map<String, String> headers, byte[] body) {
        return AttemptResult.response(302, headers::get, body, AttemptResult.Kind.COMPLETE);
    }
}

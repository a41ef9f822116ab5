package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ResponseTest {
    private static final String EMPTY = "\\r\\nContent-Length: 0\\r\\n\\r\\n";
    private static final String INVALID = "0 | 1 | the response is not valid HTTP (";
    private static final String DAMAGED = "200 | 1 | the response is incomplete or damaged";
    private static final String ENDED = "0 | 10 | the connection ended before a response arrived";

    @RegisterExtension
    final Fixture fixture = new Fixture();

    @Test
    void the_token_check_throws_after_status_401_or_404_or_429_or_5xx_but_not_after_400_or_403() throws Exception {
        assertThat(fixture.service().checkAccess(Fixture.PROJECT)).isTrue();
        for (int status : new int[] {400, 403, 405, 415}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(fixture.service().checkAccess(Fixture.PROJECT)).isFalse();
        }
        for (Fault odd : List.of(
                Fault.answer(200),
                Fault.loginPage(),
                Fault.redirect(302, "https://a.example.com/"),
                Fault.closeAfterBody())) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, odd);
            failure(() -> fixture.service().checkAccess(Fixture.PROJECT));
        }
        for (int status : new int[] {401, 404, 429, 500, 503}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(failure(() -> fixture.service().checkAccess(Fixture.PROJECT)))
                    .hasMessageStartingWith("Checking access ")
                    .returns(status, ServiceException::status);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | false",
                "{\"error\":\"unauthorized\"} | false",
                "{\"git\":{\"url\":\"\"}} | false",
                "{\"url\":\"\"} | true",
                "{\"branch\":null} | true",
                "{\"useSsh\":false} | true",
                "{\"link\":{\"rel\":\"self\"},\"error\":null} | true",
            })
    void any_git_setting_proves_that_the_token_is_valid(String json, boolean proves) throws Exception {
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        assertThat(fixture.service().checkAccess(Fixture.PROJECT)).isEqualTo(proves);
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"BRANCHING_STATUS", "FORCE_SCAN", "WRITE_GIT", "WRITE_GIT_SSH"})
    void an_operation_that_needs_no_json_object_accepts_any_success_response(SimulatedOperation operation)
            throws Exception {
        for (Fault fine : List.of(
                Fault.answer(200),
                Fault.answer(201),
                Fault.answer(202),
                Fault.answer(204),
                Fault.answer(200).withJson("OK"),
                Fault.answer(200).withJson("[1]"),
                Fault.answer(200).withJson("{\"a\":"),
                Fault.answer(200).withBody("text/html", "{\"a\":1}"),
                Fault.answer(200).withBody("text/html", " "),
                Fault.answer(200).withBody("application/xml", "<done/>"))) {
            fixture.simulator.schedule(operation, fine);
            ClientCall.of(operation).make(fixture.service());
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
                "HTTP/1.1 600 What" + EMPTY + " | 600 | 1 | unexpected status 600",
                "`` | " + ENDED,
                "HTTP/1.1 200 OK\\r\\n | " + ENDED,
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n2\\r\\n{}\\r\\n | " + DAMAGED,
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n{}\\r\\n | " + DAMAGED,
                "HTTP/1.1 200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 2\\r\\n\\r\\n{} | " + DAMAGED,
                "HTTP/1.1 403 Forbidden\\r\\nContent-Length: 100\\r\\n\\r\\nno, because it is so, and so on"
                        + " | 403 | 1 | status 403 (no, because it",
            })
    void the_message_explains_a_bad_response(String answer, int status, int connections, String says)
            throws IOException {
        try (RawServer server = RawServer.answering(answer.translateEscapes())) {
            assertThat(failure(fixture.service(server.url())::license))
                    .hasMessageContaining("): " + says)
                    .returns(status, ServiceException::status);
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
            assertThat(failure(fixture.service(server.url())::license))
                    .hasMessageContaining("): the response is larger than 256 KiB");
        }
    }

    private static String compressed(String body) throws IOException {
        return "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n" + RawServer.gzip(body);
    }

    @Test
    void a_result_of_an_agent_has_a_maximum_size() {
        for (Map<String, String> headers : List.of(Map.<String, String>of(), Map.of("date", "x".repeat(30_000)))) {
            byte[] body = new byte[headers.isEmpty() ? AttemptResult.MAX_CONTENT + 1 : 0];
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new AttemptResult(
                            AttemptResult.Phase.RESPONSE, AttemptResult.Kind.COMPLETE, "", 200, headers, body));
        }
    }
}

package io.jenkins.plugins.sastscan.service;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that are no refusal and yet not what is due. */
@Timeout(60)
class OddAnswerTest {
    @TempDir
    static Path directory;

    private static Path archive;

    @BeforeAll
    static void archive() throws IOException {
        archive = TestArchive.in(directory);
    }

    private static Fixture.Act act(SimulatedOperation operation) {
        return Fixture.act(operation, archive, SentFrom.CONTROLLER);
    }

    @Test
    void the_token_is_proved_only_by_what_speaks_of_the_token() throws Exception {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            assertThat(fixture.service().proveToken(Fixture.PROJECT)).isTrue();
            for (int status : new int[] {400, 403, 500, 503}) {
                fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
                assertThat(fixture.service().proveToken(Fixture.PROJECT)).isFalse();
            }
            for (Fault odd :
                    List.of(Fault.answer(200), Fault.loginPage(), Fault.redirect(302, "https://login.example.com/"))) {
                fixture.simulator.always(SimulatedOperation.READ_GIT, odd);
                failure(UnexpectedResponseException.class, s -> s.proveToken(Fixture.PROJECT), fixture.service());
            }
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(401));
            RefusedException failure =
                    failure(RefusedException.class, s -> s.proveToken(Fixture.PROJECT), fixture.service());
            assertThat(failure.isTokenRefused()).isTrue();
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(404));
            failure = failure(RefusedException.class, s -> s.proveToken(Fixture.PROJECT), fixture.service());
            assertThat(failure.isTokenRefused()).isFalse();
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.closeAfterBody());
            failure(UnreachableException.class, s -> s.proveToken(Fixture.PROJECT), fixture.service());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "FORM, 400, set the server's upload encoding to multipart",
        "FORM, 415, set the server's upload encoding to multipart",
        "MULTIPART, 400, set its upload encoding to form",
        "MULTIPART, 415, set its upload encoding to form",
    })
    void a_refusal_that_smells_of_the_wrong_encoding_says_so(UploadEncoding encoding, int status, String says) {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            RestService service = new RestService(
                    fixture.address(),
                    encoding,
                    TokenSource.fixed(fixture.token()),
                    fixture.caller(CallPolicy.DEFAULT));
            for (SimulatedOperation operation : List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT_SSH)) {
                fixture.simulator.always(operation, Fault.answer(status));
                assertThat(failure(RefusedException.class, act(operation), service)
                                .hint())
                        .contains(says);
            }
            fixture.simulator.always(SimulatedOperation.WRITE_GIT, Fault.answer(status));
            assertThat(failure(RefusedException.class, act(SimulatedOperation.WRITE_GIT), service)
                            .hint())
                    .doesNotContain("encoding")
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"LICENSE", "QUERY", "READ_GIT"})
    void an_operation_that_reads_needs_a_json_object(SimulatedOperation operation) {
        for (String body :
                List.of("", " \n", "null", "[]", "\"text\"", "1", "{", "{}}", "{} x", "nonsense", "\u0000")) {
            try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
                fixture.simulator.always(operation, Fault.answer(200).withJson(body));
                UnexpectedResponseException failure =
                        failure(UnexpectedResponseException.class, act(operation), fixture.service());
                assertThat(failure).hasMessageContaining("where a JSON object is due (status 200)");
                assertThat(failure.status()).isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"BRANCHING_STATUS", "UPLOAD", "FORCE_SCAN", "WRITE_GIT", "WRITE_GIT_SSH"})
    void an_operation_without_described_answer_takes_any_but_a_page(SimulatedOperation operation) throws Exception {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            for (int status : new int[] {200, 201, 202, 204}) {
                fixture.simulator.schedule(operation, Fault.answer(status));
                act(operation).call(fixture.service());
            }
            for (String body : List.of("OK", "{}", "[1]", "null", "{\"a\":")) {
                fixture.simulator.schedule(operation, Fault.answer(200).withJson(body));
                act(operation).call(fixture.service());
            }
            fixture.simulator.schedule(
                    operation,
                    Fault.answer(200).withBody("text/html", "{\"a\":1}"),
                    Fault.answer(200).withBody("text/html", " "),
                    Fault.answer(200).withBody("Text/HTML; charset=utf-8", "Please log in"),
                    Fault.answer(200).withBody("text/plain", "\n <p>hello"));
            act(operation).call(fixture.service());
            act(operation).call(fixture.service());
            for (int i = 0; i < 2; i++) {
                assertThat(failure(UnexpectedResponseException.class, act(operation), fixture.service()))
                        .hasMessageContaining("answered with a web page instead");
            }
        }
    }

    @Test
    void random_bytes_called_json_are_unreadable() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.schedule(
                    SimulatedOperation.LICENSE, Fault.garbage(3 << 20), Fault.garbage(10 << 20), Fault.garbage(100));
            assertThat(failure(UnexpectedResponseException.class, SastService::license, fixture.service()))
                    .hasMessageContaining("text that is not valid JSON");
            assertThat(failure(UnexpectedResponseException.class, SastService::license, fixture.service()))
                    .hasMessageContaining("more than 4 MiB");
            assertThat(failure(UnexpectedResponseException.class, SastService::license, fixture.service()))
                    .hasMessageContaining("not valid JSON");
        }
    }

    @ParameterizedTest
    @CsvSource({"iso-8859-1, gr\u00fcn", "utf-8, gr\ufffdn", "no-such-charset, gr\u00fcn"})
    void a_charset_that_is_announced_wrongly_does_not_matter(String announced, String read) throws Exception {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.wrongCharset(announced));
            assertThat(fixture.service().license().edition()).contains(read);
        }
    }
}

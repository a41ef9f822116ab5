package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that are no refusal and yet not what is due. */
@Timeout(60)
class OddAnswerTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    /** Any file. */
    private static final Path ARCHIVE = Path.of("pom.xml");

    private static Fixture.Act act(SimulatedOperation operation) {
        return Fixture.act(operation, ARCHIVE, SentFrom.CONTROLLER);
    }

    @Test
    void the_token_is_proved_only_by_what_speaks_of_the_token() throws Exception {
        assertThat(fixture.service().proveToken(Fixture.PROJECT)).isTrue();
        for (int status : new int[] {400, 403, 500, 503}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(fixture.service().proveToken(Fixture.PROJECT)).isFalse();
        }
        for (Fault odd :
                List.of(Fault.answer(200), Fault.loginPage(), Fault.redirect(302, "https://login.example.com/"))) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, odd);
            failure(Reason.UNEXPECTED_RESPONSE, s -> s.proveToken(Fixture.PROJECT), fixture.service());
        }
        for (int status : new int[] {401, 404}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(failure(Reason.REFUSED, s -> s.proveToken(Fixture.PROJECT), fixture.service()))
                    .hasMessageStartingWith("Checking access ")
                    .hasMessageContaining("" + status);
        }
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.closeAfterBody());
        failure(Reason.CONNECTION_CLOSED, s -> s.proveToken(Fixture.PROJECT), fixture.service());
    }

    @ParameterizedTest
    @CsvSource({
        "FORM, 400, set the upload encoding to multipart",
        "FORM, 415, set the upload encoding to multipart",
        "MULTIPART, 400, set the upload encoding to form",
        "MULTIPART, 415, set the upload encoding to form",
    })
    void a_refusal_that_smells_of_the_wrong_encoding_says_so(UploadEncoding encoding, int status, String says) {
        SastService service =
                Fixture.service(fixture.url(), fixture.token(), encoding, fixture.caller(CallPolicy.DEFAULT));
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
        SastService service =
                Fixture.service(fixture.url(), fixture.token(), encoding, fixture.caller(CallPolicy.DEFAULT));
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(413));
        ServiceException failure = failure(Reason.REFUSED, act(SimulatedOperation.UPLOAD), service);
        assertThat(failure)
                .hasMessageContaining("status 413. The request body of "
                        + Figures.bytes(
                                fixture.only(SimulatedOperation.UPLOAD).body().length())
                        + " is too large");
        assertThat(failure.getMessage().contains("try the upload encoding multipart"))
                .isEqualTo(encoding == UploadEncoding.FORM);
        fixture.simulator.always(SimulatedOperation.FORCE_SCAN, Fault.answer(413));
        assertThat(failure(Reason.REFUSED, act(SimulatedOperation.FORCE_SCAN), service))
                .hasMessageContaining("status 413. The request is too large");
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"LICENSE", "QUERY", "READ_GIT"})
    void an_operation_that_reads_needs_a_json_object(SimulatedOperation operation) {
        for (String body :
                List.of("", " \n", "null", "[]", "\"text\"", "1", "{", "{}}", "{} x", "nonsense", "\u0000")) {
            fixture.simulator.always(operation, Fault.answer(200).withJson(body));
            ServiceException failure = failure(Reason.UNEXPECTED_RESPONSE, act(operation), fixture.service());
            assertThat(failure).hasMessageContaining(" (status 200). Expected a JSON object.");
            assertThat(failure.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"BRANCHING_STATUS", "UPLOAD", "FORCE_SCAN", "WRITE_GIT", "WRITE_GIT_SSH"})
    void an_operation_without_described_answer_takes_any_but_a_page(SimulatedOperation operation) throws Exception {
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
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, act(operation), fixture.service()))
                    .hasMessageContaining("the response is a web page");
        }
    }

    @Test
    void random_bytes_called_json_are_unreadable() {
        for (int size : new int[] {3 << 20, 10 << 20, 100}) {
            byte[] garbage = new byte[size];
            new Random(size).nextBytes(garbage);
            fixture.simulator.always(
                    SimulatedOperation.LICENSE, Fault.answer(200).withBody("application/json", garbage));
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, SastService::license, fixture.service()))
                    .hasMessageContaining(
                            size == 10 << 20 ? "the response is larger than 4 MiB" : "the response is not JSON");
        }
    }

    @ParameterizedTest
    @CsvSource({"iso-8859-1, gr\u00fcn", "utf-8, gr\ufffdn", "no-such-charset, gr\u00fcn"})
    void a_charset_that_is_announced_wrongly_does_not_matter(String announced, String read) throws Exception {
        byte[] latin = "{\"edition\":\"gr\u00fcn\"}".getBytes(StandardCharsets.ISO_8859_1);
        fixture.simulator.always(
                SimulatedOperation.LICENSE,
                Fault.answer(200).withBody("application/json; charset=" + announced, latin));
        assertThat(fixture.service().license().edition()).contains(read);
    }
}

package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault of the embedded service with every operation: how it ends, what is said, and how often is asked. */
@Timeout(60)
class FaultTest {
    private static final int ATTEMPTS = 1 + CallPolicy.DEFAULT.retries();

    @TempDir
    static Path directory;

    private static Path archive;

    @BeforeAll
    static void archive() throws IOException {
        archive = TestArchive.in(directory);
    }

    /** What an operation meets, and what is expected of the failure. */
    record Case(String name, Supplier<Fault> fault, int attempts, Class<? extends ServiceException> type, String says) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case refused(int status, int attempts, String says) {
        return new Case("" + status, () -> Fault.answer(status), attempts, RefusedException.class, says);
    }

    private static Case unexpected(String name, Supplier<Fault> fault, String says) {
        return new Case(name, fault, 1, UnexpectedAnswerException.class, says);
    }

    static List<Case> cases() {
        String json = "{\"messageCode\":1,\"messageDetails\":\"words of\\nthe service\"}";
        return List.of(
                refused(400, 1, "answered 400."),
                refused(401, 1, "answered 401. The access token is expired or not valid for this service;"),
                refused(
                        403,
                        1,
                        "answered 403. The account of the access token lacks the permission for it or the scope"),
                refused(404, 1, "answered 404."),
                refused(405, 1, "check the path of the server's URL"),
                refused(408, 1, "The service waited too long for the request"),
                refused(413, 1, "too large for the service or the web server in front of it"),
                refused(415, 1, "answered 415."),
                refused(418, 1, "Look at the service's log for the reason."),
                refused(429, ATTEMPTS, "The service is asked too often; try again later."),
                refused(500, 1, "The service met a defect of its own; look at its log."),
                refused(501, 1, "The service met a defect of its own; look at its log."),
                refused(502, ATTEMPTS, "overloaded or down behind its load balancer; try again later."),
                refused(503, ATTEMPTS, "overloaded or down behind its load balancer; try again later."),
                refused(504, ATTEMPTS, "overloaded or down behind its load balancer; try again later."),
                new Case(
                        "503 at once, which OkHttp repeats by itself",
                        () -> Fault.answer(503).withHeader("Retry-After", "0"),
                        ATTEMPTS,
                        RefusedException.class,
                        "answered 503."),
                new Case(
                        "408 at once, which OkHttp repeats by itself",
                        () -> Fault.answer(408).withHeader("Retry-After", "0"),
                        1,
                        RefusedException.class,
                        "answered 408."),
                new Case(
                        "400 with words",
                        () -> Fault.answer(400).withJson(json),
                        1,
                        RefusedException.class,
                        "answered 400 (words of\\u000athe service)."),
                new Case(
                        "404 as a page",
                        () -> Fault.answer(404).withBody("text/html", "<html><title>404 -\n not &lt;found&gt;</title>"),
                        1,
                        RefusedException.class,
                        "answered 404 (404 - not <found>)."),
                new Case(
                        "413 before the body is read",
                        () -> Fault.answer(413).atOnce(),
                        1,
                        RefusedException.class,
                        "answered 413."),
                new Case(
                        "a refusal of any size",
                        () -> Fault.oversizedAnswer(500, 1L << 30),
                        1,
                        RefusedException.class,
                        "answered 500 ([\"garbage\""),
                new Case(
                        "closed before reading",
                        Fault::closeBeforeReading,
                        ATTEMPTS,
                        UnreachableException.class,
                        "the connection ended before"),
                new Case(
                        "closed after the body",
                        Fault::closeAfterBody,
                        ATTEMPTS,
                        UnreachableException.class,
                        "the connection ended before an answer came"),
                unexpected("a truncated answer", Fault::truncatedAnswer, "text that breaks off"),
                unexpected("a truncated gzip", Fault::truncatedGzip, "text that breaks off or cannot be unpacked"),
                unexpected("an oversized answer", () -> Fault.oversizedAnswer(200, 1L << 30), "more than 4 MiB"),
                unexpected(
                        "a login page",
                        Fault::loginPage,
                        "answered with a web page titled \"Sign in\" instead of the service's own answer (status 200)."
                                + " It may be a login page"),
                unexpected(
                        "a redirect",
                        () -> Fault.redirect(
                                302, "https://PLANTED:PLANTED@other.example.org/login?token=PLANTED#PLANTED"),
                        "a redirect to https://other.example.org/login (status 302)."),
                unexpected("a relative redirect", () -> Fault.redirect(307, "/login"), "/login (status 307)."),
                unexpected("a redirect to http", () -> Fault.redirect(308, "http://x/"), "to http://x/ (status 308)."),
                unexpected(
                        "a redirect to nowhere", () -> Fault.redirect(301, "mailto:a@b"), "a redirect (status 301)."),
                unexpected("not modified", () -> Fault.answer(304), "a redirect (status 304)."));
    }

    static Stream<Arguments> casesOfOperations() {
        return Fixture.operations(Path.of("placeholder"))
                .flatMap(called -> cases().stream().map(c -> Arguments.of(called.operation(), c)));
    }

    private static Fixture.Act act(SimulatedOperation operation) {
        return Fixture.operations(archive)
                .filter(called -> called.operation() == operation)
                .findFirst()
                .orElseThrow()
                .act();
    }

    private static <T extends Throwable> T failure(Class<T> type, Fixture.Act act, SastService service) {
        return assertThatExceptionOfType(type)
                .isThrownBy(() -> act.call(service))
                .actual();
    }

    @ParameterizedTest
    @MethodSource("casesOfOperations")
    void each_fault_ends_each_operation_as_it_should(SimulatedOperation operation, Case c) {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.always(operation, c.fault().get());
            ServiceException failure = failure(c.type(), act(operation), fixture.service());

            assertThat(fixture.simulator.requests(operation)).hasSize(c.attempts());
            assertThat(fixture.pace.sleeps()).hasSize(c.attempts() - 1);
            assertThat(failure.getMessage())
                    .startsWith(failure.tried().operation())
                    .contains(c.says())
                    .contains(operation.method() + " " + fixture.simulator.baseUrl())
                    .endsWith(".")
                    .doesNotContain(fixture.simulator.accessToken(), "PLANTED", "?", "\n");
            assertThat(failure.hint()).isNotEmpty();
            assertThat(failure.getMessage()).endsWith(failure.hint());
            assertThat(failure.tried().method()).isEqualTo(operation.method());
            assertThat(failure).hasNoCause();
            assertThat(fixture.client.connectionPool().connectionCount()).isZero();
        }
    }

    static Stream<Fixture.Called> operations() {
        return Fixture.operations(Path.of("placeholder"));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void each_operation_survives_failures_that_pass(Fixture.Called called) throws Exception {
        SimulatedOperation operation = called.operation();
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.schedule(
                    operation, Fault.answer(503), Fault.closeAfterBody(), Fault.tooManyRequests("7"));
            act(operation).call(fixture.service());
            assertThat(fixture.simulator.requests(operation)).hasSize(4);
            assertThat(fixture.pace.sleeps())
                    .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(7));
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_lost_answer_is_asked_for_again(Fixture.Called called) throws Exception {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.schedule(called.operation(), Fault.loseAnswer());
            act(called.operation()).call(fixture.service());
            assertThat(fixture.simulator.requests(called.operation())).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_that_breaks_off_is_repeated_whole_from_its_file(Dialect dialect) throws Exception {
        try (Fixture fixture = new Fixture(dialect)) {
            fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.closeInBody(100_000), Fault.answer(502));
            fixture.service().upload(Fixture.PROJECT, archive, ByteProgress.NONE);
            assertThat(fixture.simulator.project(Fixture.PROJECT).uploads()).isEqualTo(1);
            assertThat(fixture.simulator
                            .project(Fixture.PROJECT)
                            .lastUpload()
                            .orElseThrow()
                            .file())
                    .hasSameBinaryContentAs(archive);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void an_answer_that_does_not_come_in_time_is_not_asked_for_again(Fixture.Called called) {
        ConnectionSettings settings = new ConnectionSettings(
                Duration.ofSeconds(20), Duration.ofMillis(150), Duration.ofSeconds(20), ProxySettings.DIRECT);
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, settings)) {
            fixture.simulator.always(called.operation(), Fault.hang());
            UnreachableException failure =
                    failure(UnreachableException.class, act(called.operation()), fixture.service());
            assertThat(failure.obstacle()).isEqualTo(Obstacle.ANSWER_TIMEOUT);
            assertThat(failure)
                    .hasMessageContaining("nothing came within the read time-out after the request was sent whole,"
                            + " and the service may still be at work on it.");
            assertThat(fixture.simulator.requests(called.operation())).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"LICENSE", "FORCE_SCAN"})
    void an_answer_that_stops_coming_is_not_asked_for_again(SimulatedOperation operation) {
        ConnectionSettings settings = new ConnectionSettings(
                Duration.ofSeconds(20), Duration.ofSeconds(1), Duration.ofSeconds(20), ProxySettings.DIRECT);
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, settings)) {
            fixture.simulator.always(operation, Fault.trickle());
            UnreachableException failure = failure(UnreachableException.class, act(operation), fixture.service());
            assertThat(failure.obstacle()).isEqualTo(Obstacle.ANSWER_TIMEOUT);
            assertThat(failure).hasMessageContaining("its answer began and stopped coming");
            assertThat(fixture.simulator.requests(operation)).hasSize(1);
        }
    }

    @Test
    void a_service_that_takes_no_more_bytes_ends_the_upload() throws IOException {
        Path large = directory.resolve("large.bin");
        Files.write(large, new byte[20 << 20]);
        ConnectionSettings settings = new ConnectionSettings(
                Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(150), ProxySettings.DIRECT);
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, settings)) {
            fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.hangBeforeReading());
            UnreachableException failure = failure(
                    UnreachableException.class,
                    s -> s.upload(Fixture.PROJECT, large, ByteProgress.NONE),
                    fixture.service());
            assertThat(failure.obstacle()).isEqualTo(Obstacle.SEND_TIMEOUT);
            assertThat(failure).hasMessageContaining("stopped taking the request within the write time-out");
            assertThat(fixture.simulator.requests(SimulatedOperation.UPLOAD)).hasSize(ATTEMPTS);
        }
        Files.delete(large);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void one_deadline_bounds_a_call_that_hangs(Fixture.Called called) {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.always(called.operation(), Fault.hang());
            UnreachableException failure = failure(
                    UnreachableException.class, act(called.operation()), fixture.hurried(Duration.ofMillis(300)));
            assertThat(failure.obstacle()).isEqualTo(Obstacle.DEADLINE);
            assertThat(failure).hasMessageContaining("since the 300 milliseconds that it may take in all were over.");
        }
    }

    @Test
    void one_deadline_bounds_an_answer_that_trickles() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.trickle(Duration.ofMillis(50)));
            UnreachableException failure =
                    failure(UnreachableException.class, SastService::license, fixture.hurried(Duration.ofMillis(700)));
            assertThat(failure.obstacle()).isEqualTo(Obstacle.DEADLINE);
        }
    }

    @ParameterizedTest
    @CsvSource({"3600", "120", "99999999999999999999999999"})
    void a_service_that_asks_for_more_time_than_there_is_ends_the_call_at_once(String seconds) {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.tooManyRequests(seconds));
            RefusedException failure = failure(RefusedException.class, SastService::license, fixture.service());
            assertThat(failure.status()).isEqualTo(429);
            assertThat(failure.hint())
                    .matches("It asks to wait [0-9]+ (hours|minutes|seconds), longer than is left of"
                            + " the 2 minutes that the call may take; try again later\\.");
            assertThat(fixture.simulator.requests()).hasSize(1);
            assertThat(fixture.pace.sleeps()).isEmpty();
        }
    }

    @Test
    void a_date_is_waited_for_by_the_services_own_clock() throws Exception {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            Instant later = Instant.now().plusSeconds(30);
            fixture.simulator.schedule(SimulatedOperation.LICENSE, Fault.tooManyRequests(later));
            fixture.service().license();
            assertThat(fixture.pace.sleeps()).hasSize(1);
            assertThat(fixture.pace.sleeps().get(0)).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(31));
        }
    }

    @Test
    void nobody_listening_is_said_after_some_attempts() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            ServiceAddress nobody = ServiceAddress.parse(Simulator.refusedUrl().toString(), true);
            RestService service = new RestService(
                    nobody,
                    UploadEncoding.FORM,
                    TokenSource.fixed(fixture.token()),
                    fixture.caller(CallPolicy.DEFAULT));
            UnreachableException failure = failure(UnreachableException.class, s -> s.forceScan(7), service);
            assertThat(failure.obstacle()).isEqualTo(Obstacle.REFUSED);
            assertThat(failure).hasMessageContaining("127.0.0.1 does not accept connections at port");
            assertThat(fixture.pace.sleeps())
                    .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
        }
    }

    @Test
    void the_token_is_proved_only_by_what_speaks_of_the_token() throws Exception {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            assertThat(fixture.service().proveToken(Fixture.PROJECT)).isTrue();
            for (int status : new int[] {400, 403, 404, 500, 503}) {
                fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
                assertThat(fixture.service().proveToken(Fixture.PROJECT)).isFalse();
            }
            for (Fault odd :
                    List.of(Fault.answer(200), Fault.loginPage(), Fault.redirect(302, "https://login.example.com/"))) {
                fixture.simulator.always(SimulatedOperation.READ_GIT, odd);
                failure(UnexpectedAnswerException.class, s -> s.proveToken(Fixture.PROJECT), fixture.service());
            }
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(401));
            RefusedException failure =
                    failure(RefusedException.class, s -> s.proveToken(Fixture.PROJECT), fixture.service());
            assertThat(failure.isTokenRefused()).isTrue();
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
                UnexpectedAnswerException failure =
                        failure(UnexpectedAnswerException.class, act(operation), fixture.service());
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
                assertThat(failure(UnexpectedAnswerException.class, act(operation), fixture.service()))
                        .hasMessageContaining("answered with a web page instead");
            }
        }
    }

    @Test
    void random_bytes_called_json_are_unreadable() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.schedule(
                    SimulatedOperation.LICENSE, Fault.garbage(3 << 20), Fault.garbage(10 << 20), Fault.garbage(100));
            assertThat(failure(UnexpectedAnswerException.class, SastService::license, fixture.service()))
                    .hasMessageContaining("text that is not valid JSON");
            assertThat(failure(UnexpectedAnswerException.class, SastService::license, fixture.service()))
                    .hasMessageContaining("more than 4 MiB");
            assertThat(failure(UnexpectedAnswerException.class, SastService::license, fixture.service()))
                    .hasMessageContaining("not valid JSON");
        }
    }

    @ParameterizedTest
    @CsvSource({"iso-8859-1", "utf-8", "no-such-charset"})
    void a_charset_that_is_announced_wrongly_does_not_matter(String announced) throws Exception {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.wrongCharset(announced));
            LicenseData license = fixture.service().license();
            if (!announced.equals("utf-8")) {
                assertThat(license.edition()).contains("gr\u00fcn");
            }
            assertThat(license.edition().orElseThrow()).startsWith("gr").endsWith("n");
        }
    }

    @Test
    void a_failure_is_the_last_ones_when_no_time_is_left_for_another_attempt() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(503));
            CallPolicy policy = new CallPolicy(
                    100, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(8), Duration.ofSeconds(8));
            RestService service = fixture.service(TokenSource.fixed(fixture.token()), fixture.caller(policy));
            RefusedException failure = catchThrowableOfType(RefusedException.class, service::license);
            assertThat(failure.status()).isEqualTo(503);
            assertThat(fixture.pace.sleeps())
                    .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
        }
    }

    @Test
    void back_off_grows_to_its_bound_and_is_never_in_time_with_other_clients() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(502));
            CallPolicy policy = new CallPolicy(
                    35, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofHours(1), Duration.ofHours(1));
            fixture.pace.random(0);
            RestService service = fixture.service(TokenSource.fixed(fixture.token()), fixture.caller(policy));
            failure(RefusedException.class, SastService::license, service);
            assertThat(fixture.pace.sleeps())
                    .hasSize(35)
                    .startsWith(
                            Duration.ofMillis(500),
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(2),
                            Duration.ofMillis(2500));
            assertThat(fixture.pace.sleeps().subList(3, 35)).containsOnly(Duration.ofMillis(2500));
        }
    }
}

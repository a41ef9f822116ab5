package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.FakeClock;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.TestArchive;
import io.jenkins.plugins.sastscan.service.TestCertificates;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What may go wrong on the way: how a call ends, what is said, how often is asked, and that nothing is left. */
@Timeout(60)
class FaultTest {
    private static final int ATTEMPTS = 1 + CallPolicy.DEFAULT.retries();
    private static final String NOWHERE = "https://sast.example.org/api";
    private static final String WORDS = "{\"messageCode\":1,\"messageDetails\":\"words of\\nthe service\"}";
    private static final String PAGE = "<html><title>404 -\n not &lt;found&gt;</title>";
    private static final String ELSEWHERE = "https://PLANTED:PLANTED@other.example.org/login?token=PLANTED#PLANTED";
    private static final Set<SimulatedOperation> OTHERS =
            EnumSet.complementOf(EnumSet.of(SimulatedOperation.UPLOAD, SimulatedOperation.TOKEN));

    @RegisterExtension
    final TestClient client = new TestClient();

    /**
     * What a server does wrong, and how a call ends.
     *
     * @param once only with the first request
     * @param reason of the failure; null for none
     * @param asked how often the server gets the request
     * @param says a part of the message
     */
    record FaultCase(Fault fault, boolean once, Reason reason, int status, int asked, String says) {
        static FaultCase refused(int status, Fault fault, String says) {
            return new FaultCase(fault, false, Reason.REFUSED, status, 1, says);
        }

        static FaultCase refused(int status, String says) {
            return refused(status, Fault.answer(status), says);
        }

        static FaultCase repeated(int status, Fault fault, String says) {
            return new FaultCase(fault, false, Reason.REFUSED, status, ATTEMPTS, says);
        }

        static FaultCase passing(Fault fault) {
            return new FaultCase(fault, true, null, 0, 2, "");
        }

        static FaultCase closed(Fault fault) {
            return new FaultCase(fault, false, Reason.CONNECTION_CLOSED, 0, ATTEMPTS, "the connection ended before ");
        }

        static FaultCase unexpected(int status, Fault fault, String says) {
            return new FaultCase(fault, false, Reason.UNEXPECTED_RESPONSE, status, 1, says);
        }
    }

    private static Stream<FaultCase> faults() {
        return Stream.of(
                FaultCase.refused(400, ": status 400. "),
                FaultCase.refused(400, Fault.answer(400).withJson(WORDS), "status 400 (words of\\u000athe service). "),
                FaultCase.refused(401, "The SAST server does not accept the access token."),
                FaultCase.refused(403, "status 403. "),
                FaultCase.refused(404, Fault.answer(404).withJson(WORDS), "status 404 (words of"),
                FaultCase.refused(
                        404, Fault.answer(404).withBody("text/html", PAGE), "status 404 (404 - not <found>). "),
                FaultCase.refused(405, "Check the path of the URL of the SAST server."),
                FaultCase.refused(408, "The request took too long to arrive."),
                FaultCase.refused(408, Fault.answer(408).withHeader("Retry-After", "0"), "status 408. "),
                FaultCase.refused(413, "too large for the SAST server or a web server in front of it"),
                FaultCase.refused(415, "status 415. "),
                FaultCase.refused(418, "Check the log of the SAST server."),
                FaultCase.refused(429, Fault.tooManyRequests("3600"), "The SAST server asks to wait for 60 minutes"),
                FaultCase.refused(429, Fault.tooManyRequests("9".repeat(26)), "The SAST server asks to wait for "),
                FaultCase.refused(500, "The SAST server has an internal error. Check its log."),
                FaultCase.refused(501, "The SAST server has an internal error. Check its log."),
                FaultCase.refused(500, Fault.oversizedAnswer(500, 1L << 30), "status 500 ([\"garbage\""),
                FaultCase.passing(Fault.tooManyRequests("7")),
                FaultCase.passing(Fault.answer(503)),
                FaultCase.passing(Fault.loseAnswer()),
                FaultCase.passing(Fault.closeInBody(10)),
                FaultCase.repeated(429, Fault.tooManyRequests("7"), "There were too many requests."),
                FaultCase.repeated(429, Fault.tooManyRequests("soon"), "Try again later."),
                FaultCase.repeated(502, Fault.answer(502), "The SAST server is overloaded or down."),
                FaultCase.repeated(503, Fault.answer(503).withHeader("Retry-After", "0"), "status 503. "),
                FaultCase.repeated(504, Fault.answer(504), "The SAST server is overloaded or down."),
                FaultCase.closed(Fault.closeInBody(0)),
                FaultCase.closed(Fault.closeInBody(10)),
                FaultCase.closed(Fault.closeAfterBody()),
                FaultCase.unexpected(
                        200,
                        Fault.loginPage(),
                        "the response is a web page titled \"Sign in\" (status 200). It may be a login page"),
                FaultCase.unexpected(307, Fault.redirect(307, "/login"), "/login (status 307)."),
                FaultCase.unexpected(
                        302,
                        Fault.redirect(302, ELSEWHERE),
                        "a redirect to https://other.example.org/login (status 302)."),
                FaultCase.unexpected(308, Fault.redirect(308, "http://x/"), "to http://x/ (status 308)."),
                FaultCase.unexpected(301, Fault.redirect(301, "mailto:a@b"), "a redirect (status 301)."),
                FaultCase.unexpected(304, Fault.answer(304), "a redirect (status 304)."));
    }

    /** Each fault in an upload, which has the most to lose, and in one more operation, a different one each time. */
    static Stream<Arguments> faultsOfUploads() {
        Iterator<SimulatedOperation> others =
                Stream.generate(() -> OTHERS).flatMap(Set::stream).iterator();
        return faults().flatMap(fault -> Stream.of(
                Arguments.of(SimulatedOperation.UPLOAD, SentFrom.CONTROLLER, fault),
                Arguments.of(SimulatedOperation.UPLOAD, SentFrom.AGENT, fault),
                Arguments.of(others.next(), SentFrom.CONTROLLER, fault)));
    }

    static Stream<Arguments> faultsOfOtherOperations() {
        return faults().flatMap(
                        fault -> OTHERS.stream().map(operation -> Arguments.of(operation, SentFrom.CONTROLLER, fault)));
    }

    @ParameterizedTest
    @MethodSource("faultsOfUploads")
    void each_fault_ends_an_upload_as_it_should(SimulatedOperation operation, SentFrom from, FaultCase expected)
            throws Exception {
        assertEnds(operation, from, expected);
    }

    @ParameterizedTest
    @MethodSource("faultsOfOtherOperations")
    @Tag("slow")
    void each_fault_ends_each_operation_as_it_should(SimulatedOperation operation, SentFrom from, FaultCase expected)
            throws Exception {
        assertEnds(operation, from, expected);
    }

    private static void assertEnds(SimulatedOperation operation, SentFrom from, FaultCase expected) throws Exception {
        Leftovers before = Leftovers.now();
        try (Fixture fixture = new Fixture()) {
            if (expected.once()) {
                fixture.simulator.schedule(operation, expected.fault());
            } else {
                fixture.simulator.always(operation, expected.fault());
            }
            Throwable failure = catchThrowable(
                    () -> Fixture.act(operation, TestArchive.FILE, from).call(fixture.service()));
            if (expected.reason() == null) {
                assertThat(failure).isNull();
            } else {
                assertTellsWell(failure, operation, fixture.url(), expected);
            }
            assertThat(fixture.simulator.requests(operation)).hasSize(expected.asked());
            assertThat(fixture.clock.sleeps()).hasSize(expected.asked() - 1);
            assertThat(fixture.client.connectionPool().connectionCount()).isZero();
        }
        before.assertNoMore();
    }

    private static void assertTellsWell(
            Throwable thrown, SimulatedOperation operation, ServiceUrl url, FaultCase expected) {
        assertThat(thrown)
                .isInstanceOf(ServiceException.class)
                .hasNoCause()
                .hasMessageContaining(expected.says())
                .hasMessageContaining(" failed (" + operation.method() + " " + url)
                .hasMessageEndingWith(".")
                .hasMessageNotContainingAny("PLANTED", "?", "\n");
        ServiceException failure = (ServiceException) thrown;
        assertThat(failure.reason()).isEqualTo(expected.reason());
        assertThat(failure.status()).isEqualTo(expected.status());
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_that_does_not_come_is_waited_for_once(SentFrom from) {
        Duration enough = Duration.ofSeconds(20);
        Timeouts timeouts = new Timeouts(enough, Duration.ofMillis(150), enough);
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, Fixture.settings(timeouts))) {
            for (SimulatedOperation operation : List.of(SimulatedOperation.UPLOAD, SimulatedOperation.LICENSE)) {
                fixture.simulator.always(operation, Fault.hang());
                assertThat(Fixture.failure(
                                Reason.READ_TIMEOUT, Fixture.act(operation, TestArchive.FILE, from), fixture.service()))
                        .hasMessageContaining("no response within 150 milliseconds (read timeout). "
                                + (operation == SimulatedOperation.UPLOAD
                                        ? "The SAST server may still process the request."
                                        : "Try again when"));
                assertThat(fixture.simulator.requests(operation)).hasSize(1);
            }
        }
    }

    static Stream<Arguments> endless() {
        return Stream.of(SentFrom.values())
                .flatMap(from -> Stream.of(Fault.hang(), Fault.trickle(Duration.ofSeconds(1)))
                        .map(fault -> Arguments.of(from, fault)));
    }

    @ParameterizedTest
    @MethodSource("endless")
    void the_time_limit_ends_an_upload_whose_answer_has_no_end(SentFrom from, Fault fault) {
        try (Fixture fixture = new Fixture()) {
            fixture.simulator.always(SimulatedOperation.UPLOAD, fault);
            Caller hurried = Fixture.hurried(fixture.client, ConnectionSettings.DEFAULT, Duration.ofMillis(300));
            SastService service = Fixture.service(fixture.url(), fixture.token(), UploadEncoding.FORM, hurried);
            assertThat(Fixture.failure(
                            Reason.TIME_LIMIT, Fixture.act(SimulatedOperation.UPLOAD, TestArchive.FILE, from), service))
                    .hasMessageContaining("the call exceeded its time limit of 300 milliseconds");
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_time_limit_ends_an_upload_whose_connection_is_not_made(SentFrom from) throws IOException {
        try (FullListener full = new FullListener()) {
            OkHttpClient http = client.http(ConnectionSettings.DEFAULT);
            Caller hurried = Fixture.hurried(http, ConnectionSettings.DEFAULT, Duration.ofMillis(300));
            SastService service = TestClient.service(ServiceUrl.base(full.url(), true), UploadEncoding.FORM, hurried);
            Fixture.failure(Reason.TIME_LIMIT, Fixture.act(SimulatedOperation.UPLOAD, TestArchive.FILE, from), service);
        }
    }

    /** What stands where a server should be. */
    record Place(String url, ConnectionSettings settings, Closeable server) implements Closeable {
        static Place of(String url) {
            return new Place(url, ConnectionSettings.DEFAULT, () -> {});
        }

        static Place full() throws IOException {
            Timeouts timeouts = new Timeouts(Duration.ofMillis(100), Timeouts.DEFAULT.read(), Timeouts.DEFAULT.write());
            FullListener listener = new FullListener();
            return new Place(listener.url(), Fixture.settings(timeouts), listener);
        }

        static Place behind(int proxyPort, Closeable proxy) {
            return new Place(NOWHERE, Fixture.settings(ProxySettings.http("127.0.0.1", proxyPort, List.of())), proxy);
        }

        static Place behind(String answerOfProxy) throws IOException {
            RawServer proxy = RawServer.answering(answerOfProxy);
            return behind(proxy.port(), proxy);
        }

        static Place with(TestCertificates certificates, boolean trusted) throws Exception {
            Simulator simulator =
                    Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server()));
            Closeable trust = trusted ? certificates.trustedByThisJvm() : () -> {};
            return new Place(simulator.baseUrl().toString(), ConnectionSettings.DEFAULT, () -> {
                trust.close();
                assertThat(simulator.requests()).isEmpty();
                simulator.close();
            });
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    /** Makes a place. */
    @FunctionalInterface
    interface Opener {
        Place open() throws Exception;
    }

    /** How an upload to a place ends, and how often it waits before a retry. */
    record PlaceCase(Reason reason, int waits, String says, Opener opener) {}

    private static Stream<PlaceCase> places() {
        int retries = CallPolicy.DEFAULT.retries();
        String local = "ip:127.0.0.1";
        String forbidden = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
        String who = "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        String[] old = {"-startdate", "2020/01/01 00:00:00", "-validity", "1"};
        return Stream.of(
                new PlaceCase(
                        Reason.CONNECTION_REFUSED,
                        retries,
                        "does not accept connections",
                        () -> Place.of(Simulator.refusedUrl().toString())),
                new PlaceCase(
                        Reason.UNKNOWN_HOST,
                        retries,
                        "the host sast.invalid is unknown",
                        () -> Place.of("https://sast.invalid/api")),
                new PlaceCase(
                        Reason.CONNECT_TIMEOUT,
                        retries,
                        "timed out after 100 milliseconds (connect timeout)",
                        Place::full),
                untrusted(() -> Place.with(TestCertificates.selfSigned(local), false)),
                untrusted(() -> Place.with(TestCertificates.signed("dns:other.example.org"), true)),
                untrusted(() -> Place.with(TestCertificates.signed(local, old), true)),
                untrusted(() -> Place.with(TestCertificates.signed(local), false)),
                new PlaceCase(Reason.PROXY, 0, "CONNECT: 403", () -> Place.behind(forbidden)),
                new PlaceCase(
                        Reason.PROXY,
                        0,
                        "Check the proxy settings: host, port, user, password",
                        () -> Place.behind(who)),
                new PlaceCase(
                        Reason.PROXY,
                        retries,
                        "cannot be reached or rejected the connection (",
                        () -> Place.behind(Simulator.refusedUrl().getPort(), () -> {})),
                new PlaceCase(
                        Reason.PROXY, retries, "cannot be reached or rejected the connection", () -> Place.behind("")));
    }

    private static PlaceCase untrusted(Opener opener) {
        return new PlaceCase(Reason.TLS, 0, "the certificate of 127.0.0.1 is not trusted (", opener);
    }

    @ParameterizedTest
    @MethodSource("places")
    void a_server_that_cannot_be_reached_ends_an_upload_as_it_should(PlaceCase expected) throws Exception {
        for (SentFrom from : SentFrom.values()) {
            assertEnds(from, expected);
        }
    }

    private void assertEnds(SentFrom from, PlaceCase expected) throws Exception {
        FakeClock clock = new FakeClock();
        Leftovers before = Leftovers.now();
        try (Place place = expected.opener().open()) {
            OkHttpClient http = client.http(place.settings());
            SastService service = TestClient.service(
                    ServiceUrl.base(place.url(), true), UploadEncoding.FORM, new Caller(http, place.settings(), clock));
            ServiceException failure = Fixture.failure(
                    expected.reason(), Fixture.act(SimulatedOperation.UPLOAD, TestArchive.FILE, from), service);
            assertThat(failure)
                    .hasNoCause()
                    .hasMessageContaining(expected.says())
                    .hasMessageContaining(" failed (POST " + place.url())
                    .hasMessageEndingWith(".")
                    .hasMessageNotContainingAny("PLANTED", "\n");
            assertThat(clock.sleeps()).hasSize(expected.waits());
            assertThat(http.connectionPool().connectionCount()).isZero();
            HttpClients.dispose(http);
        }
        before.assertNoMore();
    }
}

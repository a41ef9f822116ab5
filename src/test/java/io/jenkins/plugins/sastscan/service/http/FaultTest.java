package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.CalledOperation;
import io.jenkins.plugins.sastscan.service.CalledOperation.Action;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.FakeClock;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.Reason;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.TestCertificates;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Errors of servers, connections and certificates: the result of the call, its message and the number of retries. No
 * secret is shown, and no thread or socket is left.
 */
@Timeout(60)
class FaultTest {
    private static final int RETRIES = CallPolicy.DEFAULT.retries();
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(150);
    private static final String UNREACHABLE_URL = "https://sast.example.org/api";
    private static final String ERROR_BODY = "{\"messageCode\":1,\"messageDetails\":\"words of\\nthe service\"}";
    private static final String PAGE = "<html><title>404 -\n not &lt;found&gt;</title>";
    private static final String ELSEWHERE = "https://PLANTED:PLANTED@other.example.org/login?token=PLANTED#PLANTED";
    private static final Set<SimulatedOperation> OTHERS =
            EnumSet.complementOf(EnumSet.of(SimulatedOperation.UPLOAD, SimulatedOperation.TOKEN));

    @RegisterExtension
    final Fixture fixture = new Fixture();

    /**
     * An error of the server, and the result of the call.
     *
     * @param reason of the failure; null if the fault affects only the first request
     * @param retries how often the server receives the request again
     * @param says a part of the message
     */
    record FaultCase(Fault fault, Reason reason, int status, int retries, String says) {}

    private static FaultCase refused(int status, Fault fault, String says) {
        return new FaultCase(fault, Reason.REFUSED, status, 0, says);
    }

    private static FaultCase refused(int status, String says) {
        return refused(status, Fault.answer(status), says);
    }

    private static FaultCase repeated(int status, Fault fault, String says) {
        return new FaultCase(fault, Reason.REFUSED, status, RETRIES, says);
    }

    private static FaultCase passing(Fault fault) {
        return new FaultCase(fault, null, 0, 1, "");
    }

    private static FaultCase closed(Fault fault) {
        return new FaultCase(fault, Reason.CONNECTION_CLOSED, 0, RETRIES, "the connection ended before ");
    }

    private static FaultCase unexpected(int status, Fault fault, String says) {
        return new FaultCase(fault, Reason.UNEXPECTED_RESPONSE, status, 0, says);
    }

    private static Stream<FaultCase> faults() {
        return Stream.of(
                refused(400, ": status 400. "),
                refused(400, Fault.answer(400).withJson(ERROR_BODY), "status 400 (words of\\u000athe service). "),
                refused(401, "The SAST server does not accept the access token."),
                refused(403, "status 403. "),
                refused(404, Fault.answer(404).withBody("text/html", PAGE), "404 (404 - not <found>). "),
                refused(408, "The request took too long to arrive."),
                refused(408, Fault.answer(408).withHeader("Retry-After", "0"), "status 408. "),
                refused(413, "too large for the SAST server or a web server in front of it"),
                refused(429, Fault.tooManyRequests("3600"), "The SAST server asks to wait for 60 minutes"),
                refused(429, Fault.tooManyRequests("9".repeat(26)), "The SAST server asks to wait for "),
                refused(500, "The SAST server has an internal error. Check its log."),
                refused(500, Fault.oversizedResponse(500, 1L << 30), "status 500 ([\"garbage\""),
                passing(Fault.tooManyRequests("7")),
                passing(Fault.answer(503)),
                passing(Fault.loseResponse()),
                passing(Fault.closeInBody(10)),
                repeated(429, Fault.tooManyRequests("7"), "There were too many requests."),
                repeated(429, Fault.tooManyRequests("soon"), "Try again later."),
                repeated(502, Fault.answer(502), "The SAST server is overloaded or down."),
                repeated(503, Fault.answer(503).withHeader("Retry-After", "0"), "status 503. "),
                repeated(504, Fault.answer(504), "The SAST server is overloaded or down."),
                closed(Fault.closeInBody(0)),
                closed(Fault.closeInBody(10)),
                closed(Fault.closeAfterBody()),
                unexpected(200, Fault.loginPage(), "a web page titled \"Sign in\" (status 200). It may be a"),
                unexpected(307, Fault.redirect(307, "/login"), "/login (status 307)."),
                unexpected(302, Fault.redirect(302, ELSEWHERE), "to https://other.example.org/login (status 302)."),
                unexpected(308, Fault.redirect(308, "http://x/"), "to http://x/ (status 308)."),
                unexpected(301, Fault.redirect(301, "mailto:a@b"), "a redirect (status 301)."),
                unexpected(304, Fault.answer(304), "a redirect (status 304)."));
    }

    /** Combines each fault with an upload from each machine, and with one other operation, taken in turn. */
    static Stream<Arguments> faultsOfOperations() {
        Iterator<SimulatedOperation> others =
                Stream.generate(() -> OTHERS).flatMap(Set::stream).iterator();
        return faults().flatMap(fault -> Stream.of(
                Arguments.of(SimulatedOperation.UPLOAD, SentFrom.CONTROLLER, fault),
                Arguments.of(SimulatedOperation.UPLOAD, SentFrom.AGENT, fault),
                Arguments.of(SimulatedOperation.UPLOAD, SentFrom.PIECES, fault),
                Arguments.of(others.next(), SentFrom.CONTROLLER, fault)));
    }

    @ParameterizedTest
    @MethodSource("faultsOfOperations")
    void each_server_fault_has_the_expected_message_and_status_and_number_of_retries(
            SimulatedOperation operation, SentFrom from, FaultCase expected) throws Exception {
        Leftovers before = Leftovers.now();
        try (Fixture fixture = new Fixture()) {
            Action action = CalledOperation.action(operation, Fixture.ARCHIVE, from);
            if (expected.reason() == null) {
                fixture.simulator.schedule(operation, expected.fault());
                action.call(fixture.service());
            } else {
                fixture.simulator.always(operation, expected.fault());
                ServiceException failure = Fixture.failure(expected.reason(), action, fixture.service());
                assertMessage(failure, operation.method() + " " + fixture.url(), expected.says());
                assertThat(failure.status()).isEqualTo(expected.status());
            }
            assertThat(fixture.simulator.requests(operation)).hasSize(1 + expected.retries());
            assertThat(fixture.clock.sleeps()).hasSize(expected.retries());
            assertThat(fixture.client.connectionPool().connectionCount()).isZero();
        }
        before.assertNoMore();
    }

    private static void assertMessage(ServiceException failure, String target, String says) {
        assertThat(failure)
                .hasNoCause()
                .hasMessageContaining(says)
                .hasMessageContaining(" failed (" + target)
                .hasMessageEndingWith(".")
                .hasMessageNotContainingAny("PLANTED", "?", "\n");
    }

    @ParameterizedTest
    @EnumSource
    void a_call_without_a_response_is_not_retried(SentFrom from) {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, Fixture.settings(new Timeouts(LONG, SHORT, LONG)))) {
            for (SimulatedOperation operation : List.of(SimulatedOperation.UPLOAD, SimulatedOperation.LICENSE)) {
                fixture.simulator.always(operation, Fault.hang());
                Action action = CalledOperation.action(operation, Fixture.ARCHIVE, from);
                assertThat(Fixture.failure(Reason.READ_TIMEOUT, action, fixture.service()))
                        .hasMessageContaining("no response within 150 milliseconds (read timeout). "
                                + (operation == SimulatedOperation.UPLOAD
                                        ? "The SAST server may still process the request."
                                        : "Try again when"));
                assertThat(fixture.simulator.requests(operation)).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_upload_time_limit_includes_connecting_and_reading_the_response(SentFrom from) throws IOException {
        ConnectionSettings settings = Fixture.limited(Duration.ofMillis(300));
        Action action = CalledOperation.action(SimulatedOperation.UPLOAD, Fixture.ARCHIVE, from);
        for (Fault fault : List.of(Fault.hang(), Fault.trickle(Duration.ofSeconds(1)))) {
            try (Fixture fixture = new Fixture(Dialect.CONTRACT, settings)) {
                fixture.simulator.always(SimulatedOperation.UPLOAD, fault);
                assertThat(Fixture.failure(Reason.TIME_LIMIT, action, fixture.service()))
                        .hasMessageContaining("the call exceeded its time limit of 300 milliseconds");
            }
        }
        try (RawServer full = RawServer.full()) {
            Fixture.failure(Reason.TIME_LIMIT, action, fixture.service(full.url(), settings));
        }
    }

    /** A server that cannot be reached. */
    record Endpoint(String url, ConnectionSettings settings, Closeable server) {
        static Endpoint of(String url) {
            return new Endpoint(url, ConnectionSettings.DEFAULT, () -> {});
        }

        static Endpoint full() throws IOException {
            RawServer full = RawServer.full();
            return new Endpoint(full.url().toString(), Fixture.settings(new Timeouts(SHORT, LONG, LONG)), full);
        }

        static Endpoint behind(int proxyPort, Closeable proxy) {
            return new Endpoint(
                    UNREACHABLE_URL, Fixture.settings(ProxySettings.http("127.0.0.1", proxyPort, List.of())), proxy);
        }

        static Endpoint behind(String answerOfProxy) throws IOException {
            RawServer proxy = RawServer.answering(answerOfProxy);
            return behind(proxy.port(), proxy);
        }

        /** Reads the beginning of a TLS handshake, then continues with the given conversation. */
        static Endpoint duringHandshake(Duration readTimeout, RawServer.Conversation rest) throws IOException {
            RawServer server = new RawServer((self, socket) -> {
                socket.getInputStream().read();
                rest.hold(self, socket);
            });
            ConnectionSettings settings = Fixture.settings(new Timeouts(LONG, readTimeout, LONG));
            return new Endpoint("https://127.0.0.1:" + server.port(), settings, server);
        }

        static Endpoint with(TestCertificates certificates, boolean trusted) throws Exception {
            Simulator simulator =
                    Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server()));
            Closeable trust = trusted ? certificates.trustedByThisJvm() : () -> {};
            return new Endpoint(simulator.baseUrl().toString(), ConnectionSettings.DEFAULT, () -> {
                trust.close();
                assertThat(simulator.requests()).isEmpty();
                simulator.close();
            });
        }
    }

    private static Arguments ended(Reason reason, String says, Callable<Endpoint> opener) {
        return Arguments.of(reason, 0, says, opener);
    }

    private static Arguments retried(Reason reason, String says, Callable<Endpoint> opener) {
        return Arguments.of(reason, RETRIES, says, opener);
    }

    private static Stream<Arguments> endpoints() {
        String local = "ip:127.0.0.1";
        String forbidden = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
        String who = "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        String unreached = "cannot be reached or rejected the connection";
        String untrusted = "the certificate of 127.0.0.1 is not trusted (";
        String[] old = {"-startdate", "2020/01/01 00:00:00", "-validity", "1"};
        RawServer.Conversation plain = (self, socket) -> {
            socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        };
        RawServer.Conversation silent =
                (self, socket) -> socket.getInputStream().readAllBytes();
        return Stream.of(
                retried(
                        Reason.CONNECTION_REFUSED,
                        "does not accept connections",
                        () -> Endpoint.of("" + Simulator.refusedUrl())),
                retried(Reason.UNKNOWN_HOST, "sast.invalid is unknown", () -> Endpoint.of("https://sast.invalid/api")),
                retried(Reason.CONNECT_TIMEOUT, "after 150 milliseconds (connect timeout)", Endpoint::full),
                ended(Reason.TLS, untrusted, () -> Endpoint.with(TestCertificates.selfSigned(local), false)),
                ended(Reason.TLS, untrusted, () -> Endpoint.with(TestCertificates.signed("dns:a.example.org"), true)),
                ended(Reason.TLS, untrusted, () -> Endpoint.with(TestCertificates.signed(local, old), true)),
                ended(Reason.TLS, untrusted, () -> Endpoint.with(TestCertificates.signed(local), false)),
                ended(
                        Reason.TLS,
                        "the TLS handshake with 127.0.0.1 failed (",
                        () -> Endpoint.duringHandshake(LONG, plain)),
                retried(
                        Reason.CONNECTION_CLOSED,
                        "during the TLS handshake",
                        () -> Endpoint.duringHandshake(LONG, (self, socket) -> {})),
                retried(
                        Reason.CONNECT_TIMEOUT,
                        "timed out after 150 milliseconds (read",
                        () -> Endpoint.duringHandshake(SHORT, silent)),
                ended(Reason.PROXY, "CONNECT: 403", () -> Endpoint.behind(forbidden)),
                ended(Reason.PROXY, "Check the proxy settings: host, port, user, password", () -> Endpoint.behind(who)),
                retried(
                        Reason.PROXY,
                        unreached + " (",
                        () -> Endpoint.behind(Simulator.refusedUrl().getPort(), () -> {})),
                retried(Reason.PROXY, unreached, () -> Endpoint.behind("")));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void an_upload_to_an_unreachable_server_fails_with_the_cause(
            Reason reason, int waits, String says, Callable<Endpoint> opener) throws Exception {
        for (SentFrom from : SentFrom.values()) {
            FakeClock clock = new FakeClock();
            Leftovers before = Leftovers.now();
            Endpoint place = opener.call();
            OkHttpClient http = fixture.http(place.settings());
            Closeable server = place.server();
            try (server) {
                SastService service = Fixture.service(
                        ServiceUrl.base(place.url(), true), UploadEncoding.FORM, place.settings(), http, clock);
                Action action = CalledOperation.action(SimulatedOperation.UPLOAD, Fixture.ARCHIVE, from);
                assertMessage(Fixture.failure(reason, action, service), "POST " + place.url(), says);
                assertThat(clock.sleeps()).hasSize(waits);
                assertThat(http.connectionPool().connectionCount()).isZero();
            }
            HttpClients.dispose(http);
            before.assertNoMore();
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_succeeds_with_a_trusted_certificate_for_the_host(SentFrom from) throws Exception {
        TestCertificates certificates = TestCertificates.signed("ip:127.0.0.1");
        Closeable trust = certificates.trustedByThisJvm();
        SimulatorOptions options = SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server());
        try (trust;
                Fixture fixture = new Fixture(options, ConnectionSettings.DEFAULT)) {
            from.upload(fixture.service(), Fixture.PROJECT, Fixture.ARCHIVE, bytes -> {});
            assertThat(fixture.project().uploads()).isEqualTo(1);
        }
    }

    @Test
    void clients_share_a_trust_store_until_it_changes() throws Exception {
        OkHttpClient one = fixture.http(ConnectionSettings.DEFAULT);
        assertThat(fixture.http(ConnectionSettings.DEFAULT).sslSocketFactory()).isSameAs(one.sslSocketFactory());
        Closeable trust = TestCertificates.signed("ip:127.0.0.1").trustedByThisJvm();
        try (trust) {
            assertThat(fixture.http(ConnectionSettings.DEFAULT).sslSocketFactory())
                    .isNotSameAs(one.sslSocketFactory());
        }
    }

    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = SecretText.of(PLANTED);

    @Test
    void a_git_secret_in_an_error_response_is_masked_in_the_failure() {
        String echo = "{\"messageDetails\":\"bad " + PLANTED + " and fixed-access-token\"}";
        Fault refusal = Fault.answer(400).withJson(echo);
        fixture.simulator.always(SimulatedOperation.WRITE_GIT, refusal);
        fixture.simulator.always(SimulatedOperation.WRITE_GIT_SSH, refusal);
        GitAuthentication key = new GitAuthentication(GitAuthentication.Kind.SSH_KEY, SECRET);
        for (Action action : List.<Action>of(
                writing(new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "alice", SECRET)),
                writing(new GitAuthentication(GitAuthentication.Kind.TOKEN, SECRET)),
                writing(key),
                service -> service.writeGitSshSettings(Fixture.PROJECT, Fixture.REMOTE, Optional.of(SECRET)))) {
            assertThat(failure(Reason.REFUSED, action, fixture.service()))
                    .hasMessageContaining("(bad **** and ****)")
                    .hasMessageNotContaining(PLANTED);
        }
        fixture.simulator.always(
                SimulatedOperation.WRITE_GIT, Fault.redirect(302, "/login/" + PLANTED + "/fixed-access-token"));
        assertThat(failure(Reason.UNEXPECTED_RESPONSE, writing(key), fixture.service()))
                .hasMessageContaining("/login/****/**** (status 302)");
    }

    private static Action writing(GitAuthentication authentication) {
        return service -> service.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, authentication);
    }

    @Test
    void a_secret_in_an_error_response_of_the_token_endpoint_is_masked() {
        String secret = fixture.simulator.oauthClient().clientSecret();
        String password = fixture.simulator.oauthClient().password();
        fixture.simulator.always(
                SimulatedOperation.TOKEN,
                Fault.answer(400)
                        .withJson("{\"error\":\"" + password + "\",\"error_description\":\"" + secret + "|" + password
                                + "\"}"));
        assertThat(failure(Reason.REFUSED, fixture.service(fixture.oauthSettings())::license))
                .hasMessageContaining("status 400 (****|****). ");
    }

    @Test
    void an_access_token_in_the_server_url_is_masked() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")) {
            ServiceUrl url = ServiceUrl.base(server.url() + "/PLANTED-token", true);
            assertThat(failure(Reason.REFUSED, fixture.service(url)::license))
                    .hasMessageContaining("(GET " + server.url() + "/****/serverLicenseData): ");
        }
    }
}

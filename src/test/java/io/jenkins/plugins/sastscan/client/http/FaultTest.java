package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.assertMessage;
import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.CalledOperation;
import io.jenkins.plugins.sastscan.client.CalledOperation.Action;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** After an error or a slow response, no message shows a secret, and no new thread or socket remains. */
@Timeout(60)
class FaultTest {
    private static final String ELSEWHERE = "https://PLANTED:PLANTED@other.example.org/login?token=PLANTED#PLANTED";
    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = new SecretText(PLANTED);
    private static final Set<SimulatedOperation> OTHERS =
            EnumSet.complementOf(EnumSet.of(SimulatedOperation.UPLOAD, SimulatedOperation.TOKEN));

    @RegisterExtension
    final Fixture fixture = new Fixture();

    record FaultCase(Fault fault, Reason reason, int status, int retries, String says) {}

    private static FaultCase refused(int status, Fault fault, String says) {
        return new FaultCase(fault, Reason.REFUSED, status, 0, says);
    }

    private static FaultCase repeated(int status, Fault fault, String says) {
        return new FaultCase(fault, Reason.REFUSED, status, CallPolicy.DEFAULT.retries(), says);
    }

    private static FaultCase closed(Fault fault) {
        return new FaultCase(
                fault, Reason.CONNECTION_CLOSED, 0, CallPolicy.DEFAULT.retries(), "the connection ended before ");
    }

    private static FaultCase unexpected(int status, Fault fault, String says) {
        return new FaultCase(fault, Reason.UNEXPECTED_RESPONSE, status, 0, says);
    }

    private static Stream<FaultCase> faults() {
        return Stream.of(
                refused(599, Fault.answer(599).withJson("[\"garbage\",".repeat(1 << 20)), "status 599 ([\"garbage\""),
                repeated(503, Fault.answer(503).withHeader("Retry-After", "0"), "status 503. "),
                closed(Fault.closeInBody(0)),
                closed(Fault.closeInBody(10)),
                closed(Fault.closeAfterBody()),
                unexpected(200, Fault.loginPage(), "a web page titled \"Sign in\" (status 200). It may be a"),
                unexpected(302, Fault.redirect(302, ELSEWHERE), "to https://other.example.org/login (status 302)."),
                unexpected(301, Fault.redirect(301, "mailto:a@b"), "a redirect (status 301)."));
    }

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
    void each_server_fault_causes_the_expected_message_and_status_and_number_of_retries(
            SimulatedOperation operation, SentFrom from, FaultCase expected) throws Exception {
        Leftovers before = Leftovers.now();
        try (Fixture fixture = new Fixture()) {
            Action action = CalledOperation.action(operation, Fixture.ARCHIVE, from);
            fixture.simulator.always(operation, expected.fault());
            ServiceException failure = failure(expected.reason(), action, fixture.service());
            assertMessage(failure, operation.method() + " " + fixture.url(), expected.says());
            assertThat(failure.status()).isEqualTo(expected.status());
            assertThat(fixture.simulator.requests(operation)).hasSize(1 + expected.retries());
            assertThat(fixture.clock.sleeps()).hasSize(expected.retries());
            assertThat(fixture.client.connectionPool().connectionCount()).isZero();
        }
        before.assertNoMore();
    }

    @ParameterizedTest
    @EnumSource
    void a_call_whose_response_times_out_is_not_retried(SentFrom from) {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, Fixture.readTimeout(Duration.ofMillis(150)))) {
            for (SimulatedOperation operation : List.of(SimulatedOperation.UPLOAD, SimulatedOperation.LICENSE)) {
                fixture.simulator.always(operation, Fault.hang());
                Action action = CalledOperation.action(operation, Fixture.ARCHIVE, from);
                assertThat(failure(Reason.READ_TIMEOUT, action, fixture.service()))
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
                assertThat(failure(Reason.TIME_LIMIT, action, fixture.service()))
                        .hasMessageContaining("the call exceeded its time limit of 300 milliseconds");
            }
        }
        try (RawServer full = RawServer.full()) {
            failure(Reason.TIME_LIMIT, action, fixture.service(full.url(), settings));
        }
    }

    @Test
    void the_upload_time_limit_includes_opening_the_archive() throws IOException {
        Duration limit = Duration.ofMillis(100);
        Upload.Archive archive = SentFrom.checked(Fixture.ARCHIVE);
        Upload.Content slow = () -> {
            long start = System.nanoTime();
            while (System.nanoTime() - start < limit.toNanos()) {
                Thread.onSpinWait();
            }
            return archive.open();
        };
        Action action = service -> service.upload(Fixture.PROJECT, archive, slow, bytes -> {});
        try (Fixture fixture = new Fixture(Dialect.CONTRACT, Fixture.limited(limit))) {
            failure(Reason.TIME_LIMIT, action, fixture.service());
            assertThat(fixture.project().uploads()).isZero();
        }
    }

    @Test
    void the_time_limit_ends_a_call_during_a_dns_lookup() {
        CountDownLatch release = new CountDownLatch(1);
        ServiceUrl url = ServiceUrl.base("https://sast.example.org", false);
        SastClient service = fixture.service(url, Fixture.limited(Duration.ofMillis(100)), name -> {
            Fixture.await(release);
            throw new UnknownHostException(name);
        });
        failure(Reason.TIME_LIMIT, service::license);
        release.countDown();
    }

    @Test
    void a_git_secret_in_an_error_response_is_masked_in_the_failure_message() {
        String echo = "{\"messageDetails\":\"bad " + PLANTED + " and fixed-access-token\"}";
        Fault refusal = Fault.answer(400).withJson(echo);
        fixture.simulator.always(SimulatedOperation.WRITE_GIT, refusal);
        fixture.simulator.always(SimulatedOperation.WRITE_GIT_SSH, refusal);
        GitAuthentication key = new GitAuthentication(GitAuthentication.Kind.SSH_KEY, SECRET);
        for (Action action : List.<Action>of(
                writing(new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "alice", SECRET, false)),
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

    @Test
    void secrets_in_git_settings_that_are_read_back_are_masked() throws Exception {
        GitAuthentication secretName =
                new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "secret-alice", SECRET, true);
        String token = fixture.simulator.accessToken();
        fixture.simulator.always(
                SimulatedOperation.READ_GIT,
                Fault.answer(200)
                        .withJson("{\"url\":\"https://secret-alice:" + PLANTED + "@a\",\"link\":{\"uri\":\"/x?t="
                                + token + "\"}}"));
        assertThat(fixture.service()
                        .gitSettings(Fixture.PROJECT, secretName.mask())
                        .toMap())
                .hasToString("{url=https://****:****@a, link=/x?t=****}");
        fixture.simulator.always(
                SimulatedOperation.WRITE_GIT, Fault.answer(400).withJson("{\"message\":\"no secret-alice\"}"));
        assertThat(failure(Reason.REFUSED, writing(secretName), fixture.service()))
                .hasMessageContaining("status 400 (no ****)");
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
    void the_oauth_user_name_in_a_response_is_masked() throws Exception {
        String name = fixture.simulator.oauthClient().userName();
        fixture.simulator.always(
                SimulatedOperation.LICENSE, Fault.answer(200).withJson("{\"edition\":\"of " + name + "\"}"));
        assertThat(fixture.service(fixture.oauthSettings()).license().text("edition"))
                .contains("of ****");
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

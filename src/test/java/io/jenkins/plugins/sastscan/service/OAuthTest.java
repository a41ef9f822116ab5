package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens: asked for once, renewed before their end and once when refused. */
@Timeout(60)
class OAuthTest {
    private static Fixture fixture() {
        return new Fixture(Dialect.FIELD);
    }

    private static OAuthTokens tokens(Fixture fixture, OAuthSettings settings) {
        return new OAuthTokens(settings, fixture.caller(CallPolicy.DEFAULT));
    }

    @ParameterizedTest
    @EnumSource
    void the_password_grant_is_asked_for_as_oauth_2_has_it(Dialect dialect) throws Exception {
        try (Fixture fixture = new Fixture(dialect)) {
            AccessToken token = TokenSource.oauth(fixture.oauthSettings(), fixture.client, CallPolicy.DEFAULT)
                    .current(soon());
            fixture.service(TokenSource.fixed(token)).license();
            RecordedRequest request = fixture.only(SimulatedOperation.TOKEN);
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.header("Content-Type")).contains("application/x-www-form-urlencoded");
            assertThat(request.header("Accept")).contains("application/json");
            assertThat(request.header("User-Agent")).contains("sast-scan");
            assertThat(request.header("Authorization")).isEmpty();
            assertThat(request.header("Content-Length"))
                    .contains("" + request.body().length());
            assertThat(request.body().text())
                    .isEqualTo("grant_type=password&username=alice&password=p%C3%A4ss%2Bw%25rd&scope=sast_api"
                            + "&client_id=sast-client&client_secret=client%20secret%20%26%20more");
        }
    }

    @Test
    void the_client_credentials_grant_names_no_user() throws Exception {
        try (Fixture fixture = fixture()) {
            OAuthSettings user = fixture.oauthSettings();
            tokens(
                            fixture,
                            new OAuthSettings(
                                    user.tokenUrl(),
                                    user.client(),
                                    new OAuthSettings.ClientCredentials(),
                                    OAuthSettings.DEFAULT_SCOPE))
                    .current(soon());
            assertThat(fixture.only(SimulatedOperation.TOKEN).body().text())
                    .isEqualTo("grant_type=client_credentials&scope=sast_api&client_id=sast-client"
                            + "&client_secret=client%20secret%20%26%20more");
        }
    }

    @Test
    void an_empty_scope_and_an_empty_client_secret_are_left_out() {
        try (Fixture fixture = fixture()) {
            OAuthSettings settings = new OAuthSettings(
                    fixture.oauthSettings().tokenUrl(),
                    new OAuthSettings.Client("public", SecretText.of("")),
                    new OAuthSettings.ClientCredentials(),
                    "");
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> current(tokens(fixture, settings)))
                    .withMessageEndingWith("answered 400 (invalid_client). Check client id and client secret.");
            assertThat(fixture.only(SimulatedOperation.TOKEN).body().text())
                    .isEqualTo("grant_type=client_credentials&client_id=public");
        }
    }

    @Test
    void a_token_serves_many_calls_until_shortly_before_its_end() throws Exception {
        try (Fixture fixture = fixture()) {
            fixture.simulator.tokenLife(Duration.ofHours(1));
            RestService service = fixture.service(fixture.oauth());
            service.license();
            service.gitSettings(Fixture.PROJECT);
            fixture.pace.pass(Duration.ofMinutes(59).minusSeconds(1));
            service.license();
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(1);
            fixture.pace.pass(Duration.ofSeconds(1));
            service.license();
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
        }
    }

    @Test
    void a_short_lived_token_is_renewed_when_nine_tenths_of_its_life_are_over() throws Exception {
        try (Fixture fixture = fixture()) {
            fixture.simulator.tokenLife(Duration.ofSeconds(100));
            OAuthTokens tokens = fixture.oauth();
            AccessToken first = current(tokens);
            fixture.pace.pass(Duration.ofSeconds(89));
            assertThat(current(tokens)).isEqualTo(first);
            fixture.pace.pass(Duration.ofSeconds(1));
            assertThat(current(tokens)).isNotEqualTo(first);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "\"0\"", "-9223372036854775808"})
    void a_token_that_ends_at_once_serves_one_call(String seconds) throws Exception {
        try (Fixture fixture = fixture()) {
            fixture.simulator.always(
                    SimulatedOperation.TOKEN,
                    Fault.answer(200).withJson("{\"access_token\":\"a\",\"expires_in\":" + seconds + "}"));
            OAuthTokens tokens = fixture.oauth();
            current(tokens);
            current(tokens);
            assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"soon\"", "9223372036854775807", "1e99", "99999999999999999999"})
    void a_life_that_says_nothing_or_for_ever_lasts_until_the_token_is_refused(String seconds) throws Exception {
        try (Fixture fixture = fixture()) {
            fixture.simulator.always(
                    SimulatedOperation.TOKEN,
                    Fault.answer(200)
                            .withJson("{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":" + seconds
                                    + "}"));
            OAuthTokens tokens = fixture.oauth();
            current(tokens);
            fixture.pace.pass(Duration.ofDays(300));
            current(tokens);
            assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(1);
        }
    }

    @Test
    void a_refused_token_is_renewed_once_and_the_call_repeated(@TempDir Path directory) throws Exception {
        Path archive = TestArchive.in(directory);
        for (Fixture.Called called : Fixture.operations(archive).toList()) {
            try (Fixture fixture = fixture()) {
                RestService service = fixture.service(fixture.oauth());
                fixture.simulator.schedule(called.operation(), Fault.answer(401));
                called.act().call(service);
                assertThat(fixture.simulator.requests(called.operation())).hasSize(2);
                assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
            }
        }
    }

    @Test
    void a_token_that_is_refused_twice_is_refused() {
        try (Fixture fixture = fixture()) {
            RestService service = fixture.service(fixture.oauth());
            fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(401));
            RefusedException failure = assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(service::license)
                    .actual();
            assertThat(failure.isTokenRefused()).isTrue();
            assertThat(fixture.simulator.requests(SimulatedOperation.LICENSE)).hasSize(2);
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
        }
    }

    @Test
    void a_fixed_token_that_is_refused_is_final() throws Exception {
        try (Fixture fixture = fixture()) {
            fixture.simulator.revokeTokens();
            RefusedException failure = assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(fixture.service()::license)
                    .actual();
            assertThat(failure.isTokenRefused()).isTrue();
            assertThat(fixture.simulator.requests()).hasSize(1);

            TokenSource fixed = TokenSource.fixed(fixture.token());
            assertThat(current(fixed)).isEqualTo(fixture.token());
            assertThat(fixed.renew(fixture.token(), soon())).isEmpty();
            assertThat(fixed.renew(new AccessToken(SecretText.of("another")), soon()))
                    .contains(fixture.token());
        }
    }

    @Test
    void an_uploader_elsewhere_takes_a_token_along_and_comes_back_for_another() throws Exception {
        try (Fixture fixture = fixture()) {
            OAuthTokens tokens = fixture.oauth();
            AccessToken first = current(tokens);
            AccessToken second = tokens.renew(first, soon()).orElseThrow();
            assertThat(second).isNotEqualTo(first);
            assertThat(tokens.renew(first, soon())).contains(second);
            assertThat(current(tokens)).isEqualTo(second);
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
        }
    }

    @Test
    void calls_side_by_side_ask_for_a_token_once_and_renew_it_once() throws Exception {
        int calls = 16;
        ExecutorService threads = Executors.newFixedThreadPool(calls);
        try (Fixture fixture = fixture()) {
            OAuthTokens tokens = fixture.oauth();
            AccessToken first = assertOne(threads, calls, () -> current(tokens));
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(1);
            AccessToken second =
                    assertOne(threads, calls, () -> tokens.renew(first, soon()).orElseThrow());
            assertThat(second).isNotEqualTo(first);
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
        } finally {
            threads.shutdownNow();
        }
    }

    private static AccessToken assertOne(
            ExecutorService threads, int calls, java.util.concurrent.Callable<AccessToken> call) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(calls);
        List<Future<AccessToken>> futures = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            futures.add(threads.submit(() -> {
                barrier.await();
                return call.call();
            }));
        }
        HashSet<AccessToken> all = new HashSet<>();
        for (Future<AccessToken> future : futures) {
            all.add(future.get());
        }
        assertThat(all).hasSize(1);
        return all.iterator().next();
    }

    @Test
    void a_call_that_waits_for_anothers_token_waits_no_longer_than_its_own_deadline() throws Exception {
        try (Fixture fixture = fixture()) {
            HeldFault held = Fault.delay();
            fixture.simulator.schedule(SimulatedOperation.TOKEN, held);
            Duration soon = Duration.ofMillis(200);
            OAuthTokens tokens = fixture.oauth();
            FutureTask<AccessToken> first = new FutureTask<>(() -> current(tokens));
            new Thread(first).start();
            held.awaitArrival();
            UnreachableException failure = assertThatExceptionOfType(UnreachableException.class)
                    .isThrownBy(() -> tokens.current(new Deadline(CallClock.REAL, soon)))
                    .actual();
            assertThat(failure.obstacle()).isEqualTo(UnreachableException.Obstacle.DEADLINE);
            held.release();
            assertThat(current(tokens)).isEqualTo(first.get());
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_client, Check client id and client secret.",
        "401, invalid_client, Check client id and client secret.",
        "400, invalid_grant, Check user name and password.",
        "400, invalid_scope, Check the scope.",
        "400, unauthorized_client, This client may not ask this way; check client id and grant type.",
        "400, unsupported_grant_type, This client may not ask this way; check client id and grant type.",
        "400, invalid_request, 'Check the token URL, client id, client secret, user name, password and scope.'",
        "403, , 'Check the token URL, client id, client secret, user name, password and scope.'",
        "404, , Check the path of the URL.",
    })
    void a_refusal_of_the_token_endpoint_says_what_to_check(int status, String error, String hint) {
        try (Fixture fixture = fixture()) {
            fixture.simulator.always(
                    SimulatedOperation.TOKEN,
                    error == null
                            ? Fault.answer(status)
                            : Fault.answer(status).withJson("{\"error\":\"" + error + "\"}"));
            RefusedException failure = assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(fixture.service(fixture.oauth())::license)
                    .actual();
            assertThat(failure.hint()).isEqualTo(hint);
            assertThat(failure.isTokenRefused()).isFalse();
            assertThat(failure).hasMessageStartingWith("Asking for an access token was refused: POST ");
            assertThat(failure.serverMessage()).isEqualTo(error == null ? "" : error);
            assertThat(fixture.simulator.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"access_token\":null}",
                "{\"access_token\":\"\"}",
                "{\"access_token\":\"two lines\\nPLANTED\"}",
                "{\"access_token\":{\"PLANTED\":1}}",
                "{\"access_token\":\"PLANTED\",\"token_type\":\"mac\"}",
            })
    void an_answer_without_a_usable_token_is_unexpected_and_not_shown(String json) {
        try (Fixture fixture = fixture()) {
            fixture.simulator.always(SimulatedOperation.TOKEN, Fault.answer(200).withJson(json));
            UnexpectedResponseException failure = assertThatExceptionOfType(UnexpectedResponseException.class)
                    .isThrownBy(() -> current(fixture.oauth()))
                    .actual();
            assertThat(failure).hasMessageContaining("token").hasMessageNotContaining("PLANTED");
            assertThat(failure.hint()).isEqualTo("Check the token URL.");
        }
    }

    @Test
    void a_token_endpoint_that_fails_for_a_moment_is_asked_again() throws Exception {
        try (Fixture fixture = fixture()) {
            fixture.simulator.schedule(
                    SimulatedOperation.TOKEN, Fault.answer(503), Fault.closeAfterBody(), Fault.tooManyRequests("3"));
            fixture.service(fixture.oauth()).license();
            assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(4);
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(1);
        }
    }

    @Test
    void a_token_endpoint_that_sends_elsewhere_gets_no_secret_there() {
        try (Fixture fixture = fixture()) {
            fixture.simulator.always(SimulatedOperation.TOKEN, Fault.redirect(307, "https://other.example.org/token"));
            assertThatExceptionOfType(UnexpectedResponseException.class)
                    .isThrownBy(() -> current(fixture.oauth()))
                    .withMessageContaining("a redirect to https://other.example.org/token (status 307)");
        }
    }

    @Test
    void a_query_of_the_token_url_is_sent_but_not_shown() {
        try (Fixture fixture = fixture()) {
            OAuthClient known = fixture.simulator.oauthClient();
            OAuthSettings settings = new OAuthSettings(
                    TokenAddress.parse(fixture.simulator.tokenUrl() + "?key=PLANTED", true),
                    new OAuthSettings.Client(known.clientId(), SecretText.of(known.clientSecret())),
                    new OAuthSettings.ClientCredentials(),
                    known.scope());
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> current(tokens(fixture, settings)))
                    .withMessageNotContaining("PLANTED");
            assertThat(fixture.only(SimulatedOperation.TOKEN).target()).endsWith("/token?key=PLANTED");
        }
    }

    private static AccessToken current(TokenSource tokens) throws ServiceException, InterruptedException {
        return tokens.current(soon());
    }

    private static Deadline soon() {
        return new Deadline(CallClock.REAL, Duration.ofMinutes(1));
    }
}

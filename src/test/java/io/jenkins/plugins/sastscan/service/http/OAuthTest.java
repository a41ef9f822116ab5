package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.TestArchive;
import io.jenkins.plugins.sastscan.service.http.CallClock.Deadline;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens: asked for once, renewed before their end and once when refused. */
@Timeout(60)
class OAuthTest {
    @RegisterExtension
    final Fixture fixture = new Fixture(Dialect.FIELD);

    private AccessTokens tokens() {
        return tokens(fixture.oauthSettings());
    }

    private AccessTokens tokens(ServiceAuthentication authentication) {
        return new AccessTokens(authentication, fixture.caller(CallPolicy.DEFAULT));
    }

    @ParameterizedTest
    @EnumSource
    void the_password_grant_is_asked_for_as_oauth_2_has_it(Dialect dialect) throws Exception {
        try (Fixture fixture = new Fixture(dialect)) {
            fixture.service(fixture.oauthSettings()).license();
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
        OAuthSettings user = fixture.oauthSettings();
        tokens(new OAuthSettings(
                        user.tokenUrl(),
                        user.client(),
                        new OAuthSettings.ClientCredentials(),
                        OAuthSettings.DEFAULT_SCOPE))
                .current(soon());
        assertThat(fixture.only(SimulatedOperation.TOKEN).body().text())
                .isEqualTo("grant_type=client_credentials&scope=sast_api&client_id=sast-client"
                        + "&client_secret=client%20secret%20%26%20more");
    }

    @Test
    void an_empty_scope_and_an_empty_client_secret_are_left_out() {
        OAuthSettings settings = new OAuthSettings(
                fixture.oauthSettings().tokenUrl(),
                new OAuthSettings.Client("public", SecretText.of("")),
                new OAuthSettings.ClientCredentials(),
                "");
        assertThat(failure(Reason.REFUSED, () -> current(tokens(settings))))
                .hasMessageEndingWith("status 400 (invalid_client). Check client ID and client secret.");
        assertThat(fixture.only(SimulatedOperation.TOKEN).body().text())
                .isEqualTo("grant_type=client_credentials&client_id=public");
    }

    @Test
    void a_token_serves_many_calls_until_shortly_before_its_end() throws Exception {
        fixture.simulator.tokenLife(Duration.ofHours(1));
        SastService service = fixture.service(fixture.oauthSettings());
        service.license();
        service.gitSettings(Fixture.PROJECT);
        fixture.clock.pass(Duration.ofMinutes(59).minusSeconds(1));
        service.license();
        assertThat(fixture.simulator.issuedTokens()).isEqualTo(1);
        fixture.clock.pass(Duration.ofSeconds(1));
        service.license();
        assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
    }

    @Test
    void a_short_lived_token_is_renewed_when_nine_tenths_of_its_life_are_over() throws Exception {
        fixture.simulator.tokenLife(Duration.ofSeconds(100));
        AccessTokens tokens = tokens();
        AccessToken first = current(tokens);
        fixture.clock.pass(Duration.ofSeconds(89));
        assertThat(current(tokens)).isEqualTo(first);
        fixture.clock.pass(Duration.ofSeconds(1));
        assertThat(current(tokens)).isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "\"0\"", "-9223372036854775808"})
    void a_token_that_ends_at_once_serves_one_call(String seconds) throws Exception {
        fixture.simulator.always(
                SimulatedOperation.TOKEN,
                Fault.answer(200).withJson("{\"access_token\":\"a\",\"expires_in\":" + seconds + "}"));
        AccessTokens tokens = tokens();
        current(tokens);
        current(tokens);
        assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"soon\"", "9223372036854775807", "1e99", "99999999999999999999"})
    void a_life_that_says_nothing_or_for_ever_lasts_until_the_token_is_refused(String seconds) throws Exception {
        fixture.simulator.always(
                SimulatedOperation.TOKEN,
                Fault.answer(200)
                        .withJson("{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":" + seconds + "}"));
        AccessTokens tokens = tokens();
        current(tokens);
        fixture.clock.pass(Duration.ofDays(300));
        current(tokens);
        assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(1);
    }

    @Test
    void a_refused_token_is_renewed_once_and_the_call_repeated() throws Exception {
        for (Fixture.Called called :
                Fixture.operations(TestArchive.FILE, SentFrom.CONTROLLER).toList()) {
            try (Fixture fixture = new Fixture(Dialect.FIELD)) {
                SastService service = fixture.service(fixture.oauthSettings());
                fixture.simulator.schedule(called.operation(), Fault.answer(401));
                called.act().call(service);
                assertThat(fixture.simulator.requests(called.operation())).hasSize(2);
                assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
            }
        }
    }

    @Test
    void a_token_that_is_refused_twice_is_refused() {
        SastService service = fixture.service(fixture.oauthSettings());
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(401));
        assertThat(failure(Reason.REFUSED, service::license).status()).isEqualTo(401);
        assertThat(fixture.simulator.requests(SimulatedOperation.LICENSE)).hasSize(2);
        assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
    }

    @Test
    void a_fixed_token_that_is_refused_is_final() throws Exception {
        fixture.simulator.revokeTokens();
        assertThat(failure(Reason.REFUSED, fixture.service()::license).status()).isEqualTo(401);
        assertThat(fixture.simulator.requests()).hasSize(1);

        AccessTokens fixed = tokens(fixture.token());
        assertThat(current(fixed)).isEqualTo(fixture.token());
        assertThat(fixed.renewed(fixture.token(), soon())).isEmpty();
    }

    @Test
    void an_uploader_elsewhere_takes_a_token_along_and_comes_back_for_another() throws Exception {
        AccessTokens tokens = tokens();
        AccessToken first = current(tokens);
        AccessToken second = tokens.renewed(first, soon()).orElseThrow();
        assertThat(second).isNotEqualTo(first);
        assertThat(tokens.renewed(first, soon())).contains(second);
        assertThat(current(tokens)).isEqualTo(second);
        assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
    }

    @Test
    void calls_side_by_side_ask_for_a_token_once_and_renew_it_once() throws Exception {
        int calls = 16;
        ExecutorService threads = Executors.newFixedThreadPool(calls);
        try {
            AccessTokens tokens = tokens();
            AccessToken first = assertOne(threads, calls, () -> current(tokens));
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(1);
            AccessToken second = assertOne(
                    threads, calls, () -> tokens.renewed(first, soon()).orElseThrow());
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
        HeldFault held = Fault.delay();
        fixture.simulator.schedule(SimulatedOperation.TOKEN, held);
        Duration soon = Duration.ofMillis(200);
        AccessTokens tokens = tokens();
        FutureTask<AccessToken> first = new FutureTask<>(() -> current(tokens));
        new Thread(first).start();
        held.awaitArrival();
        failure(Reason.TIME_LIMIT, () -> tokens.current(new Deadline(CallClock.REAL, soon)));
        held.release();
        assertThat(current(tokens)).isEqualTo(first.get());
        assertThat(fixture.simulator.issuedTokens()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_client, Check client ID and client secret.",
        "401, invalid_client, Check client ID and client secret.",
        "400, invalid_grant, Check user name and password.",
        "400, invalid_scope, Check the scope.",
        "400, unauthorized_client, This client may not use this grant type. Check client ID and grant type.",
        "400, unsupported_grant_type, This client may not use this grant type. Check client ID and grant type.",
        "400, invalid_request, 'Check token URL, client ID, client secret, user name, password and scope.'",
        "403, , 'Check token URL, client ID, client secret, user name, password and scope.'",
        "404, , Check the path of the URL.",
    })
    void a_refusal_of_the_token_endpoint_says_what_to_check(int status, String error, String hint) {
        fixture.simulator.always(
                SimulatedOperation.TOKEN,
                error == null ? Fault.answer(status) : Fault.answer(status).withJson("{\"error\":\"" + error + "\"}"));
        ServiceException failure = failure(Reason.REFUSED, fixture.service(fixture.oauthSettings())::license);
        assertThat(failure)
                .hasMessageStartingWith("Requesting an access token failed (POST ")
                .hasMessageContaining("): status " + status + (error == null ? ". " : " (" + error + "). "))
                .hasMessageEndingWith(". " + hint);
        assertThat(fixture.simulator.requests()).hasSize(1);
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
        fixture.simulator.always(SimulatedOperation.TOKEN, Fault.answer(200).withJson(json));
        ServiceException failure = failure(Reason.UNEXPECTED_RESPONSE, () -> current(tokens()));
        assertThat(failure)
                .hasMessageContaining("token")
                .hasMessageNotContaining("PLANTED")
                .hasMessageEndingWith(". Check the token URL.");
    }

    @Test
    void a_token_endpoint_that_fails_for_a_moment_is_asked_again() throws Exception {
        fixture.simulator.schedule(
                SimulatedOperation.TOKEN, Fault.answer(503), Fault.closeAfterBody(), Fault.tooManyRequests("3"));
        fixture.service(fixture.oauthSettings()).license();
        assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(4);
        assertThat(fixture.simulator.issuedTokens()).isEqualTo(1);
    }

    @Test
    void a_token_endpoint_that_sends_elsewhere_gets_no_secret_there() {
        fixture.simulator.always(SimulatedOperation.TOKEN, Fault.redirect(307, "https://other.example.org/token"));
        assertThat(failure(Reason.UNEXPECTED_RESPONSE, () -> current(tokens())))
                .hasMessageContaining("a redirect to https://other.example.org/token (status 307)");
    }

    @Test
    void a_query_of_the_token_url_is_sent_but_not_shown() {
        OAuthClient known = fixture.simulator.oauthClient();
        OAuthSettings settings = new OAuthSettings(
                ServiceUrl.token(fixture.simulator.tokenUrl() + "?key=PLANTED", true),
                new OAuthSettings.Client(known.clientId(), SecretText.of(known.clientSecret())),
                new OAuthSettings.ClientCredentials(),
                known.scope());
        assertThat(failure(Reason.REFUSED, () -> current(tokens(settings)))).hasMessageNotContaining("PLANTED");
        assertThat(fixture.only(SimulatedOperation.TOKEN).target()).endsWith("/token?key=PLANTED");
    }

    private static AccessToken current(AccessTokens tokens) throws ServiceException, InterruptedException {
        return tokens.current(soon());
    }

    private static Deadline soon() {
        return new Deadline(CallClock.REAL, Duration.ofMinutes(1));
    }
}

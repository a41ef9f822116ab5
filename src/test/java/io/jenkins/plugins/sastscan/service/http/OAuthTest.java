package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.http.CallClock.Deadline;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens: asked for once, renewed before their end and once when refused. */
@Timeout(60)
class OAuthTest {
    @RegisterExtension
    final Fixture fixture = new Fixture(Dialect.FIELD);

    private AccessTokens tokens() {
        return tokens(fixture.oauthSettings());
    }

    private AccessTokens tokens(OAuthSettings settings) {
        return new AccessTokens(
                settings,
                new HttpCalls(settings, fixture.encoding(), ConnectionSettings.DEFAULT, fixture.client, fixture.clock));
    }

    /** The client itself asks, not a user. */
    private OAuthSettings credentials(Object url, OAuthSettings.Client client, String scope) {
        return new OAuthSettings(
                ServiceUrl.token(url.toString(), true), client, new OAuthSettings.ClientCredentials(), scope);
    }

    @Test
    void the_password_grant_is_asked_for_as_oauth_2_has_it() throws Exception {
        fixture.service(fixture.oauthSettings()).license();
        RecordedRequest request = fixture.only(SimulatedOperation.TOKEN);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.header("Content-Type")).contains("application/x-www-form-urlencoded");
        assertThat(request.header("Accept")).contains("application/json");
        assertThat(request.header("User-Agent")).contains("sast-scan");
        assertThat(request.header("Authorization")).isEmpty();
        assertThat(Fixture.form(request))
                .isEqualTo("grant_type=password&username=alice&password=p%C3%A4ss%2Bw%25rd&scope=sast_api"
                        + "&client_id=sast-client&client_secret=client%20secret%20%26%20more");
    }

    /** A query of the token URL is sent, but not shown. */
    @Test
    void the_client_credentials_grant_names_no_user() throws Exception {
        OAuthSettings.Client client = fixture.oauthSettings().client();
        String url = fixture.simulator.tokenUrl() + "?key=PLANTED";
        assertThat(failure(Reason.REFUSED, () -> current(tokens(credentials(url, client, "sast_api")))))
                .hasMessageNotContaining("PLANTED");
        RecordedRequest request = fixture.only(SimulatedOperation.TOKEN);
        assertThat(request.target()).endsWith("/token?key=PLANTED");
        assertThat(Fixture.form(request))
                .isEqualTo("grant_type=client_credentials&scope=sast_api&client_id=sast-client"
                        + "&client_secret=client%20secret%20%26%20more");
    }

    @Test
    void an_empty_scope_and_an_empty_client_secret_are_left_out() {
        OAuthSettings.Client client = new OAuthSettings.Client("public", SecretText.of(""));
        OAuthSettings settings = credentials(fixture.simulator.tokenUrl(), client, "");
        assertThat(failure(Reason.REFUSED, () -> current(tokens(settings))))
                .hasMessageEndingWith("status 400 (invalid_client). Check client ID and client secret.");
        assertThat(fixture.only(SimulatedOperation.TOKEN).body().text())
                .isEqualTo("grant_type=client_credentials&client_id=public");
    }

    /** It ends a minute or a tenth of its life before its end. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "3600, 3539, 1",
                "3600, 3540, 2",
                "100, 89, 1",
                "100, 90, 2",
                "0, 0, 2",
                "-5, 0, 2",
                "\"0\", 0, 2",
                "-9223372036854775808, 0, 2",
                "null, 9999999, 1",
                "\"soon\", 9999999, 1",
                "9223372036854775807, 9999999, 1",
                "1e99, 9999999, 1",
                "99999999999999999999, 9999999, 1",
            })
    void a_token_serves_many_calls_until_shortly_before_its_end(String life, int secondsBetween, int requests)
            throws Exception {
        String json = "{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":" + life + "}";
        fixture.simulator.always(SimulatedOperation.TOKEN, Fault.answer(200).withJson(json));
        AccessTokens tokens = tokens();
        current(tokens);
        fixture.clock.pass(Duration.ofSeconds(secondsBetween));
        current(tokens);
        assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(requests);
    }

    @Test
    void a_refused_token_is_renewed_once_and_the_call_repeated() throws Exception {
        for (Fixture.Called called :
                Fixture.operations(Fixture.ARCHIVE, SentFrom.CONTROLLER).toList()) {
            int issued = fixture.simulator.issuedTokens();
            fixture.simulator.schedule(called.operation(), Fault.answer(401));
            called.act().call(fixture.service(fixture.oauthSettings()));
            assertThat(fixture.simulator.requests(called.operation())).hasSize(2);
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(issued + 2);
        }
    }

    @Test
    void a_token_that_is_refused_twice_and_a_fixed_one_that_is_refused_are_final() {
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(401));
        assertThat(failure(Reason.REFUSED, fixture.service(fixture.oauthSettings())::license)
                        .status())
                .isEqualTo(401);
        assertThat(fixture.simulator.requests(SimulatedOperation.LICENSE)).hasSize(2);
        assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
        assertThat(failure(Reason.REFUSED, fixture.service()::license).status()).isEqualTo(401);
        assertThat(fixture.simulator.requests(SimulatedOperation.LICENSE)).hasSize(3);
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
            assertThat(current(tokens)).isEqualTo(second);
        } finally {
            threads.shutdownNow();
        }
    }

    private static AccessToken assertOne(ExecutorService threads, int calls, Callable<AccessToken> call)
            throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(calls);
        Callable<AccessToken> together = () -> {
            barrier.await();
            return call.call();
        };
        Set<AccessToken> all = new HashSet<>();
        for (Future<AccessToken> future : threads.invokeAll(Collections.nCopies(calls, together))) {
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

    private static AccessToken current(AccessTokens tokens) throws ServiceException, InterruptedException {
        return tokens.current(soon());
    }

    private static Deadline soon() {
        return new Deadline(CallClock.REAL, Duration.ofMinutes(1));
    }
}

package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls of a client share one token. The token is renewed before it expires, or after a server refuses it. */
@Timeout(60)
class AccessTokensTest {
    @RegisterExtension
    final Fixture fixture = new Fixture(Dialect.FIELD);

    private void answer(String json) {
        fixture.simulator.always(SimulatedOperation.TOKEN, Fault.answer(200).withJson(json));
    }

    @Test
    void the_password_grant_sends_an_oauth_2_token_request() throws Exception {
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

    /** Also checks that the query of the token URL is sent, but not shown in messages. */
    @Test
    void the_client_credentials_grant_sends_neither_a_user_nor_empty_values() {
        String url = fixture.simulator.tokenUrl() + "?key=PLANTED";
        SecretText none = new SecretText("");
        OAuthSettings settings = new OAuthSettings(ServiceUrl.token(url, true), "public", none, Optional.empty(), "");
        failure(fixture.service(settings)::license);
        RecordedRequest request = fixture.only(SimulatedOperation.TOKEN);
        assertThat(request.target()).endsWith("/token?key=PLANTED");
        assertThat(Fixture.form(request)).isEqualTo("grant_type=client_credentials&client_id=public");
    }

    /** A token is renewed in its last minute. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "3600, 3539, 1",
                "3600, 3540, 2",
                "100, 39, 1",
                "100, 40, 2",
                "0, 0, 2",
                "-9223372036854775808, 0, 2",
                "null, 9999999, 1",
                "9223372036854775807, 9999999, 1",
                "1e99, 9999999, 1",
            })
    void a_token_is_reused_until_shortly_before_it_expires(String life, int secondsBetween, int requests)
            throws Exception {
        fixture.simulator.acceptToken("a");
        answer("{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":" + life + "}");
        SastClient client = fixture.service(fixture.oauthSettings());
        client.license();
        fixture.clock.pass(Duration.ofSeconds(secondsBetween));
        client.license();
        assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(requests);
    }

    @ParameterizedTest
    @EnumSource
    void a_call_with_a_refused_token_is_repeated_once_with_a_new_token(SentFrom from) throws Exception {
        for (SimulatedOperation operation : List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT_SSH)) {
            int issued = fixture.simulator.issuedTokens();
            fixture.simulator.schedule(operation, Fault.answer(401));
            ClientCall.of(operation, from).make(fixture.service(fixture.oauthSettings()));
            assertThat(fixture.simulator.requests(operation)).hasSize(2);
            assertThat(fixture.simulator.issuedTokens()).isEqualTo(issued + 2);
        }
        assertThat(fixture.retries).containsOnly(new Retry("status 401", "sent again with a new access token"));
    }

    @Test
    void a_call_fails_if_the_server_refuses_a_renewed_token_or_a_token_that_cannot_be_renewed() {
        fixture.simulator.always(SimulatedOperation.LICENSE, Fault.answer(401));
        assertThat(failure(fixture.service(fixture.oauthSettings())::license)).returns(401, ServiceException::status);
        assertThat(fixture.simulator.requests(SimulatedOperation.LICENSE)).hasSize(2);
        assertThat(fixture.simulator.issuedTokens()).isEqualTo(2);
        assertThat(failure(fixture.service()::license)).returns(401, ServiceException::status);
        assertThat(fixture.simulator.requests(SimulatedOperation.LICENSE)).hasSize(3);
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
    void a_token_response_without_a_usable_token_is_rejected_and_not_shown(String json) {
        answer(json);
        String why =
                json.contains("mac") ? "the token is not a Bearer token" : "the response has no usable access_token";
        assertThat(failure(fixture.service(fixture.oauthSettings())::license))
                .hasMessageEndingWith("): " + why + ". Check the token URL.");
    }
}

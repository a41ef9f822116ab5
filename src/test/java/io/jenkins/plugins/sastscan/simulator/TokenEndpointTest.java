package io.jenkins.plugins.sastscan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenEndpointTest {
    private static final String SECRET = "client_id=sast-client&client_secret=client+secret+%26+more";
    private static final String MACHINE = "grant_type=client_credentials&scope=sast_api&" + SECRET;
    private static final String USER =
            "grant_type=password&username=alice&password=p%C3%A4ss%2Bw%25rd&scope=sast_api&" + SECRET;

    @ParameterizedTest
    @ValueSource(strings = {MACHINE, USER})
    void a_token_is_issued_and_accepted_until_its_end(String form) throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        Clock clock = new Clock() {
            @Override
            public Instant instant() {
                return now.get();
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
        try (Simulator simulator =
                Simulator.start(SimulatorOptions.of(Dialect.FIELD).withClock(clock))) {
            simulator.tokenLife(Duration.ofSeconds(90));
            Client client = new Client(simulator);
            HttpResponse<String> answer = client.token(form);
            assertThat(answer.statusCode()).isEqualTo(200);
            JsonNode token = new ObjectMapper().readTree(answer.body());
            assertThat(token.get("expires_in").intValue()).isEqualTo(90);
            assertThat(token.get("token_type").textValue()).isEqualTo("Bearer");
            assertThat(simulator.issuedTokens()).isEqualTo(1);

            String bearer = "Bearer " + token.get("access_token").textValue();
            now.set(Instant.EPOCH.plusSeconds(89));
            assertThat(licenseStatus(client, bearer)).isEqualTo(200);
            now.set(Instant.EPOCH.plusSeconds(90));
            assertThat(licenseStatus(client, bearer)).isEqualTo(401);
        }
    }

    private static int licenseStatus(Client client, String authorization) throws Exception {
        return client.send(client.to("/serverLicenseData", "4.0").setHeader("Authorization", authorization))
                .statusCode();
    }

    @Test
    void revoked_tokens_are_refused_and_new_ones_accepted() throws Exception {
        try (Simulator simulator = Simulator.start(Dialect.CONTRACT)) {
            Client client = new Client(simulator);
            client.token(MACHINE);
            simulator.revokeTokens();
            assertThat(licenseStatus(client, "Bearer issued-token-1")).isEqualTo(401);
            assertThat(licenseStatus(client, "Bearer " + simulator.accessToken()))
                    .isEqualTo(401);
            client.token(MACHINE);
            assertThat(licenseStatus(client, "Bearer issued-token-2")).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "invalid_client, ''",
        "invalid_client, grant_type=client_credentials",
        "invalid_client, grant_type=client_credentials&scope=sast_api&client_id=sast-client&client_secret=other",
        "invalid_client, grant_type=client_credentials&scope=sast_api&client_id=other&client_secret=client+secret+%26+more",
        "invalid_request, scope=sast_api&" + SECRET,
        "unsupported_grant_type, grant_type=code&scope=sast_api&" + SECRET,
        "invalid_scope, grant_type=client_credentials&scope=other&" + SECRET,
        "invalid_scope, grant_type=client_credentials&" + SECRET,
        "invalid_grant, grant_type=password&username=alice&password=wrong&scope=sast_api&" + SECRET,
        "invalid_grant, grant_type=password&scope=sast_api&" + SECRET,
        "invalid_request, " + MACHINE + "&scope=sast_api",
        "invalid_request, " + MACHINE + "&more=1"
    })
    void a_wrong_form_earns_the_error_of_the_standard(String error, String form) throws Exception {
        try (Simulator simulator = Simulator.start(Dialect.FIELD)) {
            HttpResponse<String> answer = new Client(simulator).token(form);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).isEqualTo("{\"error\":\"" + error + "\"}");
            assertThat(simulator.issuedTokens()).isZero();
        }
    }
}

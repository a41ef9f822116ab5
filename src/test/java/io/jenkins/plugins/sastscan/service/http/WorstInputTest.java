package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SecretMask;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text that makes careless patterns and loops look at each place again and again, which takes minutes at these lengths. */
class WorstInputTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LENGTH = 1 << 20;

    private static String many(String text) {
        return text.repeat(LENGTH / text.length());
    }

    /** As long as two headers can be. */
    private static String header(String text) {
        return text.repeat((ServiceResponse.MAX_HEAD / 2 - 50) / text.length());
    }

    @Test
    void slashes_at_the_end_of_the_longest_url() {
        String longest = "https://a.example.org" + "/".repeat(ServiceUrl.MAX_LENGTH - 21);
        assertThat(ServiceUrl.base(longest, false)).hasToString("https://a.example.org");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> ServiceUrl.base(longest + "/", false))
                .withMessage("The server URL is longer than 2000 characters.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?a&", "/", "../", "\u00e4", "a:", "%41"})
    void the_target_of_a_redirect(String part) {
        String start = part.substring(0, 1);
        ServiceResponse answer = new ServiceResponse(
                302,
                List.of("Location: " + start + header(part.replace("?", ""))),
                new byte[0],
                ServiceResponse.End.COMPLETE);
        Call call = Call.get(Operation.LICENSE, HttpUrl.get("https://a.example.org/"));
        assertTimeoutPreemptively(
                PATIENCE,
                () -> assertThat(failure(
                                Reason.UNEXPECTED_RESPONSE,
                                () -> ResponseCheck.success(call, answer, UploadEncoding.FORM)))
                        .hasMessageContaining("the response is a redirect (status 302). "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "Tue, ", " ", "2030 ", "Tue, 1"})
    void the_time_to_wait(String part) {
        for (String value : List.of(header(part), "Tue, " + header(part), header(part) + "x")) {
            List<String> headers = List.of("Sast-Scan-Retry-After: " + value, "Date: " + value);
            ServiceResponse answer = new ServiceResponse(429, headers, new byte[0], ServiceResponse.End.COMPLETE);
            assertTimeoutPreemptively(
                    PATIENCE,
                    () -> assertThat(RetryAfter.of(answer, Instant.EPOCH)).isBetween(Duration.ZERO, RetryAfter.MAX));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<title ", "<", "<title>", "&#", "&#97;", " ", "\n", "\"\\", "{\"message\":", "\u00e4"})
    void words_of_a_server(String part) {
        for (String text : List.of(many(part), "<title>" + many(part), "{\"message\":\"" + many(part))) {
            ServiceResponse answer = new ServiceResponse(
                    400, List.of(), text.getBytes(StandardCharsets.UTF_8), ServiceResponse.End.COMPLETE);
            assertTimeoutPreemptively(
                    PATIENCE, () -> Refusal.of(answer, SecretMask.of(List.of(SecretText.of("a secret")))));
        }
    }

    /** Names that each have the same hash: in Java for {@code Aa} and {@code BB}, in the JSON parser for the others. */
    @ParameterizedTest
    @ValueSource(strings = {"AaBB", "CbDA"})
    void json_whose_names_have_one_hash(String pair) throws Exception {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; json.length() < LENGTH; i++) {
            json.append('"');
            for (int bit = 0; bit < 16; bit++) {
                json.append(pair, (i >> bit & 1) * 2, (i >> bit & 1) * 2 + 2);
            }
            json.append("\":1,");
        }
        String text = json + "\"edition\":\"x\"}";
        assertTimeoutPreemptively(
                PATIENCE,
                () -> assertThat(JsonFields.parse(text).orElseThrow().text("edition"))
                        .contains("x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"*a", "**", "*", "a*b"})
    void hosts_that_are_reached_without_the_proxy(String part) {
        List<String> patterns = ProxySettings.patterns(many(part) + "x," + part.repeat(100) + "x");
        ProxySettings proxy = ProxySettings.http("proxy", 3128, patterns);
        assertTimeoutPreemptively(
                PATIENCE, () -> assertThat(proxy.isUsedFor("a".repeat(253))).isTrue());
    }
}

package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.SentFrom.serialized;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The data that the controller sends to an agent for an upload attempt. */
class SocketAttemptTest {
    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = SecretText.of(PLANTED);
    private static final ProxySettings PROXY = ProxySettings.http("proxy", 3128, List.of("*.example.org"));
    private static final ProxySettings PROXY_WITH_USER = PROXY.withUser("user", SECRET);

    private static SocketAttempt attempt(String url, ProxySettings proxy) {
        UploadAttempt.Archive archive = new UploadAttempt.Archive("archive.zip", 100, 200, "00");
        ServiceCall call = new ServiceCall(Operation.UPLOAD, HttpUrl.get(url))
                .withFile(archive, UploadEncoding.FORM, archive, bytes -> {})
                .with(new AccessToken(SECRET));
        return SocketAttempt.of(call.with(Fixture.settings(proxy)), 0, Duration.ofHours(1));
    }

    static Stream<Serializable> valuesForAgents() {
        return Stream.of(new AccessToken(SECRET), attempt("https://a.example.com/api", PROXY));
    }

    @ParameterizedTest
    @MethodSource("valuesForAgents")
    void serialization_does_not_change_the_values_that_are_sent_to_an_agent(Serializable value) throws IOException {
        assertThat(serialized(value)).isEqualTo(value).hasSameHashCodeAs(value);
        assertThat(value.toString()).doesNotContain(PLANTED);
    }

    /** Also checks that the request head of an upload attempt contains no token. */
    @Test
    void an_upload_attempt_contains_no_proxy_user() {
        assertThatIllegalArgumentException().isThrownBy(() -> attempt("https://a.example.com/api", PROXY_WITH_USER));
        assertThat(attempt("https://a.example.org/api", PROXY_WITH_USER).route())
                .isEqualTo(attempt("https://a.example.org/api", ProxySettings.DIRECT)
                        .route());
        SocketAttempt proxied = attempt("https://a.example.com/api", PROXY);
        assertThat(proxied.route().proxyHost()).isEqualTo("proxy");
        assertThat(proxied.head())
                .isNotEmpty()
                .noneMatch(line -> line.contains(PLANTED) || line.startsWith("Authorization"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\r\nX: b", "a\nX: b", "a\rb", "a\0b", "\u00fc", "\u2588\u2588", "a\tb", "a\u007fb"})
    void a_header_line_with_control_or_non_ascii_characters_is_rejected(String line) {
        SocketAttempt valid = attempt("https://sast.example.org/", ProxySettings.DIRECT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SocketAttempt(
                        valid.route(), valid.timeLeft(), 0, List.of("Host: a", line), valid.token(), valid.body()))
                .withMessage("invalid character in the head of a request");
    }
}

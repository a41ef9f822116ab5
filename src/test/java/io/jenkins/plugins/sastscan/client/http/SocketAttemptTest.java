package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.SentFrom.serialized;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.ProxySettings;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The data that the controller sends to an agent for an upload attempt, and the request that the agent sends. */
@Timeout(60)
class SocketAttemptTest {
    private static final String PLANTED = "PLANTED-secret-value";
    private static final SecretText SECRET = new SecretText(PLANTED);
    private static final ProxySettings PROXY = ProxySettings.http("proxy", 3128, List.of("*.example.org"));
    private static final ProxySettings PROXY_WITH_USER = PROXY.withUser("user", SECRET);

    /** Every character that an access token can have. */
    private static final String TOKEN =
            IntStream.rangeClosed('!', '~').mapToObj(Character::toString).collect(joining());

    /** Headers that only the controller or only an agent sends. They do not change the response. */
    private static final List<String> DIFFERENT_HEADERS =
            List.of("connection: close", "connection: keep-alive", "accept-encoding: gzip");

    private static final Duration LONG = Duration.ofSeconds(20);

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static SocketAttempt attempt(String url, ProxySettings proxy) {
        UploadAttempt.Archive archive = new UploadAttempt.Archive("archive.zip", 100, 200, "00");
        ServiceCall call = new ServiceCall(Operation.UPLOAD, HttpUrl.get(url))
                .withFile(archive, UploadEncoding.FORM, archive, bytes -> {})
                .withToken(new AccessToken(PLANTED));
        return SocketAttempt.of(call.withSettings(Fixture.settings(proxy)), 0, Duration.ofHours(1));
    }

    static Stream<Serializable> valuesForAgents() {
        return Stream.of(new AccessToken(PLANTED), attempt("https://a.example.com/api", PROXY));
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
        assertThat(attempt("https://[::1]/api", ProxySettings.DIRECT).route().hostInUrl())
                .isEqualTo("[::1]");
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

    /** The results of the same upload by the controller and by an agent. */
    private List<UploadAttempt.Result> results(RawServer server) throws Exception {
        UploadAttempt.Archive archive = SentFrom.checked(Fixture.ARCHIVE);
        ServiceCall call = new ServiceCall(Operation.UPLOAD, HttpUrl.get(server.url() + "/path"))
                .withFile(archive, UploadEncoding.FORM, archive, bytes -> {})
                .withToken(new AccessToken(TOKEN));
        UploadAttempt attempt = serialized(SocketAttempt.of(call, 0, LONG));
        return List.of(new OkHttpExchange(fixture.client, call).run(LONG), attempt.send(bytes -> {}));
    }

    @Test
    void an_agent_sends_the_same_headers_as_the_controller_except_for_connection_and_compression() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            results(server);
            assertThat(server.heads())
                    .hasSize(2)
                    .allSatisfy(head -> assertThat(head)
                            .startsWith("POST /path HTTP/1.1\r\n")
                            .endsWith("\r\n\r\n")
                            .contains("\r\nAuthorization: Bearer " + TOKEN + "\r\n"));
            assertThat(headers(server.heads().get(1)))
                    .isEqualTo(headers(server.heads().get(0)));
        }
    }

    private static List<String> headers(String head) {
        return head.lines()
                .skip(1)
                .filter(line -> !line.isEmpty())
                .map(line -> line.substring(0, line.indexOf(": ")).toLowerCase(Locale.ROOT)
                        + line.substring(line.indexOf(": ")))
                .filter(line -> !DIFFERENT_HEADERS.contains(line.toLowerCase(Locale.ROOT)))
                .sorted()
                .toList();
    }

    @Test
    void agent_and_controller_return_the_same_response_headers() throws Exception {
        String[] headers = {"Set-Cookie: a=b; c", "X-Odd: x:y  z\"", "Empty: "};
        String answer = "HTTP/1.1 204 No Content\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
        try (RawServer server = RawServer.answering(answer)) {
            assertThat(results(server))
                    .hasSize(2)
                    .allSatisfy(result ->
                            assertThat(((ServiceResponse) result).headers()).containsExactly(headers));
        }
    }

    @Test
    void an_agent_reads_a_response_head_of_256_kib_but_rejects_a_longer_one() throws Exception {
        String start = "HTTP/1.1 204 No Content\r\nX: ";
        // The limit does not count the line feeds.
        String longest = start + "x".repeat(256 * 1024 - start.length() - 1);
        try (RawServer server = RawServer.answering(longest + "\r\n\r\n")) {
            assertThat(results(server)).last().isInstanceOf(ServiceResponse.class);
        }
        try (RawServer server = RawServer.answering(longest + "x\r\n\r\n")) {
            assertThat(results(server))
                    .last()
                    .isInstanceOfSatisfying(
                            AttemptFailure.class,
                            failure -> assertThat(failure.kind()).isEqualTo(AttemptFailure.Kind.PROTOCOL));
        }
    }
}

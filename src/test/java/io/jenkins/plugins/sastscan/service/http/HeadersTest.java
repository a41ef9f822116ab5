package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class HeadersTest {
    /** Every character that an access token can have. */
    private static final String TOKEN = visible();

    /** Headers that only the controller or only an agent sends. They do not change the response. */
    private static final List<String> DIFFERENT_HEADERS =
            List.of("connection: close", "connection: keep-alive", "accept-encoding: gzip");

    private static final Duration LONG = Duration.ofSeconds(20);

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static String visible() {
        StringBuilder text = new StringBuilder();
        for (char c = '!'; c <= '~'; c++) {
            text.append(c);
        }
        return text.toString();
    }

    /** The results of the same upload by the controller and by an agent. */
    private List<UploadAttempt.Result> results(RawServer server) throws Exception {
        UploadAttempt.Archive archive = SentFrom.checked(Fixture.ARCHIVE);
        ServiceCall call = new ServiceCall(Operation.UPLOAD, HttpUrl.get(server.url() + "/path"))
                .withFile(archive, UploadEncoding.FORM, archive, bytes -> {})
                .with(new AccessToken(SecretText.of(TOKEN)));
        UploadAttempt attempt = SentFrom.serialized(SocketAttempt.of(call, 0, LONG));
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
}

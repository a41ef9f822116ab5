package io.jenkins.plugins.sastscan.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.ServiceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import okhttp3.HttpUrl;

/** The message of an exception has one line and shows no secret. */
class ServiceResponseFuzzTest {
    private static final String SECRET = "planted-secret/42";
    private static final int[] STATUSES = {200, 204, 302, 400, 401, 404, 429, 500, 600};
    private static final AttemptResult.Kind[] ENDS = {
        AttemptResult.Kind.COMPLETE, AttemptResult.Kind.TOO_LARGE, AttemptResult.Kind.DAMAGED
    };
    private static final String[] TYPES = {"application/json", "text/html", "text/plain; charset=utf-16", ""};

    /**
     * The first byte chooses the operation and how the response ends, the second the status, the third the content
     * type.
     */
    @FuzzTest(maxDuration = "2m")
    void any_response_gives_either_values_or_an_exception_with_a_message(byte[] data) throws IOException {
        if (data.length < 3) {
            return;
        }
        ServiceCall.Operation[] operations = ServiceCall.Operation.values();
        ServiceCall.Operation operation = operations[(data[0] & 0xff) % operations.length];
        AttemptResult.Kind end = ENDS[(data[0] & 0xff) / 64 % ENDS.length];
        byte[] body = Arrays.copyOfRange(data, 3, data.length);
        String type = TYPES[(data[2] & 0xff) % TYPES.length];
        String place = new ResponseText(response(200, Map.of(), body, AttemptResult.Kind.COMPLETE))
                .text.replaceAll("\\p{Cntrl}", "");
        Map<String, String> headers = Map.of("content-type", type, "location", place);
        int status = STATUSES[(data[1] & 0xff) % STATUSES.length];
        check(operation, response(status, headers, body, end));
    }

    @FuzzTest(maxDuration = "30s")
    void any_header_value_gives_a_waiting_time_that_is_not_negative(byte[] data) throws IOException {
        String value = new String(data, StandardCharsets.ISO_8859_1).replaceAll("[\\r\\n\\x00]", "");
        assertThat(response(429, Map.of("retry-after", value), new byte[0], AttemptResult.Kind.COMPLETE)
                        .requestedWait())
                .isGreaterThanOrEqualTo(Duration.ZERO);
    }

    private static void check(ServiceCall.Operation operation, AttemptResult answer) {
        ServiceCall call = new ServiceCall(operation, HttpUrl.get("https://sast.example.org/api"), Map.of())
                .withSecrets(SecretMask.of(new SecretText(SECRET)));
        try {
            JsonNode json = attempt(call, answer).success();
            ResponseValues values = new ResponseValues(json, call.secrets());
            assertThat(values.license().branchingStatus().gitSettings().toMap().toString())
                    .doesNotContain(SECRET);
        } catch (IOException e) {
            assertThat(e)
                    .isInstanceOf(ServiceException.class)
                    .hasNoCause()
                    .hasMessageStartingWith(operation.label)
                    .hasMessageNotContaining(SECRET);
            assertThat(e.getMessage()).hasSizeLessThan(3_100).matches("\\P{Cntrl}*");
        }
    }

    private static Attempt attempt(ServiceCall call, AttemptResult answer) {
        return new Attempt(
                call, Fixture.settings(UploadEncoding.FORM), answer, new ResponseText(answer), Duration.ofMinutes(1));
    }

    private static AttemptResult response(int status, Map<String, String> headers, byte[] body, AttemptResult.Kind end)
            throws IOException {
        return AttemptResult.response(status, headers::get, new ByteArrayInputStream(body), false, end);
    }
}

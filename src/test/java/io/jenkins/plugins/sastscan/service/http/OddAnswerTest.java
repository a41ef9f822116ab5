package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.Fixture.SentFrom;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretMask;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.service.http.ResponseText.ErrorText;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unusual responses: their result and error message, and that they are read quickly. */
@Timeout(60)
class OddAnswerTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String EMPTY = "\\r\\nContent-Length: 0\\r\\n\\r\\n";
    private static final String CHUNKED = "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n";
    private static final String INVALID = "UNEXPECTED_RESPONSE | 0 | 1 | the response is not valid HTTP (";
    private static final String DAMAGED = "UNEXPECTED_RESPONSE | 200 | 1 | the response is incomplete or damaged";
    private static final String ENDED = "CONNECTION_CLOSED | 0 | 4 | the connection ended before a response arrived";

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String KEY = "-----BEGIN KEY-----\nQUJDREVGR0hJSktMTU5PUA==\nshort\n-----END KEY-----\n";

    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static Fixture.Action action(SimulatedOperation operation) {
        return Fixture.action(operation, Path.of("pom.xml"), SentFrom.CONTROLLER);
    }

    @Test
    void the_token_check_judges_only_responses_about_the_token() throws Exception {
        Fixture.Action prove = service -> service.proveToken(Fixture.PROJECT);
        assertThat(fixture.service().proveToken(Fixture.PROJECT)).isTrue();
        for (int status : new int[] {400, 403, 500, 503}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(fixture.service().proveToken(Fixture.PROJECT)).isFalse();
        }
        for (Fault odd : List.of(Fault.answer(200), Fault.loginPage(), Fault.redirect(302, "https://a.example.com/"))) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, odd);
            failure(Reason.UNEXPECTED_RESPONSE, prove, fixture.service());
        }
        for (int status : new int[] {401, 404}) {
            fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));
            assertThat(failure(Reason.REFUSED, prove, fixture.service()))
                    .hasMessageStartingWith("Checking access ")
                    .hasMessageContaining("" + status);
        }
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.closeAfterBody());
        failure(Reason.CONNECTION_CLOSED, prove, fixture.service());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"error\":\"unauthorized\"}", "{\"git\":{\"url\":\"\"}}"})
    void an_object_without_any_git_setting_does_not_prove_the_token(String json) throws Exception {
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        assertThat(fixture.service().proveToken(Fixture.PROJECT)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\":\"\"}",
                "{\"branch\":null}",
                "{\"useSsh\":false}",
                "{\"link\":{\"rel\":\"self\"},\"error\":null}"
            })
    void a_single_git_setting_proves_the_token_even_if_it_is_empty(String json) throws Exception {
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        assertThat(fixture.service().proveToken(Fixture.PROJECT)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "FORM, 400, set the upload encoding to multipart",
        "FORM, 415, set the upload encoding to multipart",
        "MULTIPART, 400, set the upload encoding to form",
        "MULTIPART, 415, set the upload encoding to form",
    })
    void a_refusal_that_may_come_from_the_upload_encoding_suggests_the_other_one(
            UploadEncoding encoding, int status, String says) {
        SastService service = fixture.service(encoding);
        for (SimulatedOperation operation : List.of(SimulatedOperation.UPLOAD, SimulatedOperation.WRITE_GIT_SSH)) {
            fixture.simulator.always(operation, Fault.answer(status));
            assertThat(failure(Reason.REFUSED, action(operation), service)).hasMessageContaining(says);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "WRITE_GIT, 400, 'Check URL, branch and credentials of the Git repository, and whether Git is set up'",
        "WRITE_GIT, 415, The SAST server does not support this version of the request.",
        "FORCE_SCAN, 400, Check the values in the step.",
        "FORCE_SCAN, 415, The SAST server does not support this version of the request.",
        "QUERY, 405, This URL does not support the operation. Check the path of the URL of the SAST server.",
        "QUERY, 418, Check the log of the SAST server.",
        "QUERY, 500, The SAST server has an internal error. Check its log.",
    })
    void a_refusal_says_what_to_check(SimulatedOperation operation, int status, String says) {
        fixture.simulator.always(operation, Fault.answer(status));
        assertThat(failure(Reason.REFUSED, action(operation), fixture.service()))
                .hasMessageContaining("status " + status + ". " + says)
                .hasMessageNotContaining("encoding");
    }

    @ParameterizedTest
    @EnumSource
    void a_refusal_of_a_large_request_names_its_size(UploadEncoding encoding) throws IOException {
        SastService service = fixture.service(encoding);
        fixture.simulator.always(SimulatedOperation.UPLOAD, Fault.answer(413));
        ServiceException failure = failure(Reason.REFUSED, action(SimulatedOperation.UPLOAD), service);
        long length = fixture.only(SimulatedOperation.UPLOAD).body().length();
        assertThat(failure).hasMessageContaining("413. The request body of " + Figures.bytes(length) + " is too large");
        assertThat(failure.getMessage().contains("try the upload encoding multipart"))
                .isEqualTo(encoding == UploadEncoding.FORM);
        fixture.simulator.always(SimulatedOperation.FORCE_SCAN, Fault.answer(413));
        assertThat(failure(Reason.REFUSED, action(SimulatedOperation.FORCE_SCAN), service))
                .hasMessageContaining("status 413. The request is too large");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "LICENSE, ``, is empty",
                "QUERY, ` \n`, is empty",
                "READ_GIT, null, is another JSON value",
                "LICENSE, [], is another JSON value",
                "QUERY, \"text\", is another JSON value",
                "READ_GIT, 1, is another JSON value",
                "LICENSE, {, is not JSON",
                "QUERY, {}}, is not JSON",
                "READ_GIT, {} x, is not JSON",
                "LICENSE, x, is not JSON",
            })
    void a_reading_operation_requires_a_json_object(SimulatedOperation operation, String body, String says) {
        fixture.simulator.always(operation, Fault.answer(200).withJson(body));
        ServiceException failure = failure(Reason.UNEXPECTED_RESPONSE, action(operation), fixture.service());
        assertThat(failure).hasMessageContaining("the response " + says + " (status 200). Expected a JSON object.");
        assertThat(failure.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"BRANCHING_STATUS", "UPLOAD", "FORCE_SCAN", "WRITE_GIT", "WRITE_GIT_SSH"})
    void an_operation_without_a_documented_response_accepts_all_but_web_pages(SimulatedOperation operation)
            throws Exception {
        for (Fault fine : List.of(
                Fault.answer(200),
                Fault.answer(201),
                Fault.answer(202),
                Fault.answer(204),
                Fault.answer(200).withJson("OK"),
                Fault.answer(200).withJson("[1]"),
                Fault.answer(200).withJson("{\"a\":"),
                Fault.answer(200).withBody("text/html", "{\"a\":1}"),
                Fault.answer(200).withBody("text/html", " "))) {
            fixture.simulator.schedule(operation, fine);
            action(operation).call(fixture.service());
        }
        for (Fault page : List.of(
                Fault.answer(200).withBody("Text/HTML; charset=utf-8", "Please log in"),
                Fault.answer(200).withBody("text/plain", "\n <p>hello"))) {
            fixture.simulator.schedule(operation, page);
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, action(operation), fixture.service()))
                    .hasMessageContaining("the response is a web page");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SSH-2.0-OpenSSH_9.2\\r\\n | " + INVALID,
                "HTTP/1.1 abc OK\\r\\n\\r\\n | " + INVALID,
                "HTTP/1.1 -12 What" + EMPTY + " | " + INVALID,
                "HTTP/1.1 407 Who" + EMPTY + " | " + INVALID,
                "HTTP/1.1 600 What" + EMPTY + " | UNEXPECTED_RESPONSE | 600 | 1 | unexpected status 600",
                "`` | " + ENDED,
                "HTTP/1.1 200 OK\\r\\n | " + ENDED,
                "HTTP/1.1 200 OK\\r\\nContent-Le | " + ENDED,
                CHUNKED + "2\\r\\n{}\\r\\n | " + DAMAGED,
                CHUNKED + "zz\\r\\n{}\\r\\n | " + DAMAGED,
                "HTTP/1.1 200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 2\\r\\n\\r\\n{} | " + DAMAGED,
                "HTTP/1.1 403 Forbidden\\r\\nContent-Length: 100\\r\\n\\r\\nno, because it is so, and so on"
                        + " | REFUSED | 403 | 1 | status 403 (no, because it",
            })
    void an_invalid_response_is_explained(String answer, Reason reason, int status, int connections, String says)
            throws IOException {
        try (RawServer server = RawServer.answering(answer.translateEscapes())) {
            ServiceException failure = failure(reason, fixture.service(server.url())::license);
            assertThat(failure)
                    .hasMessageContaining(says)
                    .hasMessageNotContaining("PLANTED")
                    .hasNoCause();
            assertThat(failure.status()).isEqualTo(status);
            assertThat(server.connections()).isEqualTo(connections);
        }
    }

    @Test
    void a_response_has_a_maximum_size_after_decompression() throws Exception {
        String json = "{\"edition\":\"x\"}";
        String longest = json + " ".repeat(ServiceResponse.MAX_CONTENT - json.length());
        try (RawServer server = RawServer.answering(compressed(longest))) {
            assertThat(fixture.service(server.url()).license().text("edition")).contains("x");
        }
        try (RawServer server = RawServer.answering(compressed(longest + " "))) {
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, fixture.service(server.url())::license))
                    .hasMessageContaining("the response is larger than 4 MiB");
        }
    }

    private static String compressed(String body) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes((OK + "Content-Encoding: gzip\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
        try (GZIPOutputStream gzip = new GZIPOutputStream(answer)) {
            gzip.write(body.getBytes(ISO_8859_1));
        }
        return answer.toString(ISO_8859_1);
    }

    @Test
    void the_lookup_of_an_unknown_host_is_retried() {
        List<String> asked = new ArrayList<>();
        ServiceUrl url = ServiceUrl.base("https://sast.example.org/api", false);
        SastService service = fixture.service(url, ConnectionSettings.DEFAULT, name -> {
            asked.add(name);
            throw new UnknownHostException(name);
        });
        assertThat(failure(Reason.UNKNOWN_HOST, service::license))
                .hasMessageContaining(": the host sast.example.org is unknown. Check ");
        assertThat(asked).hasSize(4).containsOnly("sast.example.org");
    }

    @Test
    void each_attempt_starts_with_the_next_address_of_the_host() throws Exception {
        try (RawServer server = RawServer.answering(OK + "Content-Length: 2\r\n\r\n{}")) {
            // Only the second address is the server's. If each attempt began with the first one, the call would fail.
            List<InetAddress> addresses = new ArrayList<>();
            for (int last : new int[] {2, 1, 3, 4, 5}) {
                addresses.add(InetAddress.getByName("127.0.0." + last));
            }
            ServiceUrl url = ServiceUrl.base("http://sast.example.org:" + server.port(), true);
            fixture.service(url, ConnectionSettings.DEFAULT, name -> addresses).license();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void the_time_limit_ends_a_call_during_a_dns_lookup() {
        CountDownLatch release = new CountDownLatch(1);
        ServiceUrl url = ServiceUrl.base("https://sast.example.org", false);
        SastService service = fixture.service(url, Fixture.limited(Duration.ofMillis(100)), name -> {
            Fixture.await(release);
            throw new UnknownHostException(name);
        });
        failure(Reason.TIME_LIMIT, service::license);
        release.countDown();
    }

    private static ServiceResponse answer(byte[] body, ServiceResponse.End end, String... headers) {
        return new ServiceResponse(400, List.of(headers), body, end);
    }

    private static ServiceResponse whole(String body) {
        return answer(body.getBytes(UTF_8), ServiceResponse.End.COMPLETE);
    }

    private static String message(String body, String... secrets) {
        return ErrorText.of(whole(body), secrets(secrets)).text();
    }

    private static SecretMask secrets(String... texts) {
        return SecretMask.of(Arrays.stream(texts).map(SecretText::of).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"messageCode\":1,\"messageDetails\":\"d\",\"message\":\"m\"} | d",
                "{\"messageDetails\":\" \",\"message\":\"m\",\"error\":\"e\"} | m",
                "{\"error\":\"e\",\"error_description\":\"why\"} | why",
                "{\"error\":\"e\"} | e",
                "{\"error\":{\"message\":\"inner\"}} | inner",
                "{\"messageDetails\":{\"x\":1}} | ``",
                "{\"other\":\"o\"} | ``",
                "[\"a\"] | [\"a\"]",
                "{\"messageDetails\":\"cut | {\"messageDetails\":\"cut",
                "`` | ``",
                "`  ` | ``",
                "plain words | plain words",
                "<html><head><TITLE lang=\"en\">Bad &amp; &quot;ugly&quot;&nbsp;&lt;b&gt; it&#39;s</TITLE> | Bad & \"ugly\" <b> it's",
                "<p>no title | ``",
            })
    void the_error_message_of_the_server_is_found(String body, String words) {
        assertThat(message(body)).isEqualTo(words);
    }

    @Test
    void an_error_message_is_shown_on_one_line_of_limited_length() {
        assertThat(message("\n\n first\nsecond")).isEqualTo("first");
        assertThat(message("{\"message\":\"a\\nb\\u001b[31m\\u202e\"}")).isEqualTo("a\\u000ab\\u001b[31m\\u202e");
        assertThat(message("<title> a\n\t b </title>")).isEqualTo("a b");
        assertThat(message("x".repeat(5000))).isEqualTo("x".repeat(1000) + "\u2026");
    }

    @Test
    void an_oauth_error_has_a_code_and_a_description() {
        ErrorText body = ErrorText.of(
                whole("{\"error\":\"invalid_scope\",\"error_description\":\"no such scope\"}"), SecretMask.NONE);
        assertThat(body).isEqualTo(new ErrorText("no such scope", "invalid_scope"));
        assertThat(ErrorText.of(whole("{\"error\":{}}"), SecretMask.NONE).code())
                .isEmpty();
    }

    @Test
    void an_error_message_is_masked_before_and_after_decoding() {
        String secret = "p\u00e4ss\"w/o rd+\\&";
        assertThat(message("{\"message\":\"p\u00e4ss\\\"w/o rd+\\\\&!\"}", secret))
                .isEqualTo("****!");
        assertThat(message("{\"x: p\u00e4ss\\\"w/o rd+\\\\& is bad", secret)).isEqualTo("{\"x: **** is bad");
        assertThat(message("<title>p\u00e4ss&quot;w/o rd+\\&amp; b</title>", secret))
                .isEqualTo("**** b");
        assertThat(message("bad line QUJDREVGR0hJSktMTU5PUA== short", KEY)).isEqualTo("bad line **** short");
    }

    @Test
    void a_truncated_secret_is_not_shown() {
        ServiceResponse cut = answer("words of secret12".getBytes(UTF_8), ServiceResponse.End.TOO_LARGE);
        assertThat(ErrorText.of(cut, secrets("secret1234567890")).text()).doesNotContain("secret");
        assertThat(ErrorText.of(cut, SecretMask.NONE).text()).isEqualTo("words of secret12");
        ServiceResponse broken =
                answer("secret1234567890 and more of these words, more".getBytes(UTF_8), ServiceResponse.End.BROKEN);
        assertThat(ErrorText.of(broken, secrets("secret1234567890")).text()).startsWith("**** and");
    }

    @Test
    void secrets_are_masked_before_a_long_title_is_truncated() {
        String secret = "correct horse battery staple";
        assertThat(message("<title>" + "x".repeat(990) + secret + "</title>", secret))
                .isEqualTo("x".repeat(990) + "****");
    }

    private static String decoded(byte[] body, String... headers) {
        return ResponseText.of(answer(body, ServiceResponse.End.COMPLETE, headers));
    }

    @Test
    void text_is_decoded_as_utf_8_if_valid_and_otherwise_as_declared() {
        String text = "gr\u00fcn \u20ac";
        String latin = "gr\u00fcn";
        assertThat(decoded(text.getBytes(UTF_8))).isEqualTo(text);
        assertThat(decoded(text.getBytes(UTF_8), "Content-Type: text/plain; charset=iso-8859-1"))
                .isEqualTo(text);
        assertThat(decoded(latin.getBytes(ISO_8859_1))).isEqualTo(latin);
        assertThat(decoded(latin.getBytes(ISO_8859_1), "Content-Type: text/plain; charset=no-such"))
                .isEqualTo(latin);
        assertThat(decoded(latin.getBytes(ISO_8859_1), "Content-Type: nonsense"))
                .isEqualTo(latin);
        byte[] windows = text.getBytes(Charset.forName("windows-1252"));
        assertThat(decoded(windows, "Content-Type: text/plain; charset=windows-1252"))
                .isEqualTo(text);
        assertThat(decoded(new byte[0])).isEmpty();
    }

    @Test
    void a_byte_order_mark_selects_the_charset_and_is_not_shown() {
        String text = "{\"\u00fc\":1}";
        assertThat(decoded(("\ufeff" + text).getBytes(UTF_8))).isEqualTo(text);
        assertThat(decoded(("\ufeff" + text).getBytes(UTF_16BE))).isEqualTo(text);
        assertThat(decoded(("\ufeff" + text).getBytes(UTF_16LE))).isEqualTo(text);
        assertThat(decoded(new byte[] {(byte) 0xef, (byte) 0xbb})).isEqualTo("\u00ef\u00bb");
    }

    @Test
    void text_truncated_within_a_character_is_decoded_as_utf_8() {
        byte[] bytes = "gr\u00fcn \ud83d\ude00".getBytes(UTF_8);
        for (int length = bytes.length - 4; length < bytes.length; length++) {
            ServiceResponse cut = answer(Arrays.copyOf(bytes, length), ServiceResponse.End.TOO_LARGE);
            assertThat(ResponseText.of(cut)).isEqualTo("gr\u00fcn ");
        }
    }

    private static Duration retryAfter(String... headers) {
        return RetryAfter.of(
                answer(new byte[0], ServiceResponse.End.COMPLETE, headers), Instant.parse("2030-01-01T00:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "7 | 7",
                " 120  | 120",
                "999999999 | 31536000",
                "31536000 | 31536000",
                "9999999999999999999999 | 31536000",
                "-5 | 0",
                "1.5 | 0",
                "soon | 0",
                "Tue, 01 Jan 2030 00:00:30 GMT | 30",
                "Tuesday, 01-Jan-30 00:00:30 GMT | 30",
                "Mon, 31 Dec 2029 23:59:59 GMT | 0",
                "Wed, 01 Jan 2200 00:00:00 GMT | 31536000",
            })
    void retry_after_is_read_as_seconds_or_as_a_date(String value, long seconds) {
        assertThat(retryAfter("Sast-Scan-Retry-After: " + value)).hasSeconds(seconds);
    }

    @Test
    void a_retry_after_date_is_relative_to_the_date_of_the_response() {
        assertThat(retryAfter("Retry-After: Tue, 01 Jan 2030 01:00:30 GMT", "Date: Tue, 01 Jan 2030 01:00:00 GMT"))
                .hasSeconds(30);
        assertThat(retryAfter("Retry-After: 7")).hasSeconds(7);
        assertThat(retryAfter()).isZero();
    }

    @Test
    void an_overlong_redirect_target_is_not_shown() {
        String longest = "/" + "a".repeat(ServiceUrl.MAX_LENGTH - 1);
        for (String target : List.of(longest, longest + "a")) {
            ServiceResponse answer =
                    new ServiceResponse(302, List.of("Location: " + target), new byte[0], ServiceResponse.End.COMPLETE);
            ServiceCall call = new ServiceCall(Operation.LICENSE, HttpUrl.get("https://a.example.org/"));
            AttemptOutcome outcome = new AttemptOutcome(call, answer, Duration.ZERO);
            assertThat(failure(Reason.UNEXPECTED_RESPONSE, outcome::success))
                    .hasMessageContaining(
                            target.equals(longest)
                                    ? "a redirect to https://a.example.org/aaa"
                                    : "a redirect (status 302)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<title ", "<", "<title>", "&#", "&#97;", " ", "\n", "\"\\", "{\"message\":", "\u00e4"})
    void long_error_messages_are_read_quickly(String part) {
        for (String start : List.of("", "<title>", "{\"message\":\"")) {
            String text = start + part.repeat((1 << 20) / part.length());
            SecretMask secrets = secrets("a secret");
            assertTimeoutPreemptively(TIMEOUT, () -> ErrorText.of(whole(text), secrets));
        }
    }
}

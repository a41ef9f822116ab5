package io.jenkins.plugins.sastscan.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The error message and the Retry-After time of a response. */
class ResponseTextTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String KEY = "-----BEGIN KEY-----\nQUJDREVGR0hJSktMTU5PUA==\nshort\n-----END KEY-----\n";

    private static AttemptResult answer(byte[] body, AttemptResult.Kind end, String... headers) {
        Map<String, String> values = Stream.of(headers)
                .collect(Collectors.toMap(
                        header -> header.replaceAll(":.*", "").toLowerCase(Locale.ROOT),
                        header -> header.replaceFirst("[^:]*:", "")));
        return AttemptResult.response(400, values::get, body, end);
    }

    private static AttemptResult whole(String body) {
        return answer(body.getBytes(UTF_8), AttemptResult.Kind.COMPLETE);
    }

    private static String message(String body, String... secrets) {
        return new ResponseText(whole(body)).error(secrets(secrets));
    }

    private static SecretMask secrets(String... texts) {
        return SecretMask.of(Stream.of(texts).map(SecretText::new).toArray(SecretText[]::new));
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
                "{\"other\":\"o\",\"more\":[\"p\",5,{\"q\":\"r\"}]} | o; p; r",
                "[\"a\"] | a",
                "\"words\" | words",
                "{\"type\":\"about:blank\",\"title\":\"Bad\",\"status\":400,\"detail\":\"Project 42 is locked\"} | Project 42"
                        + " is locked",
                "{\"title\":\"Invalid\",\"errors\":{\"name\":[\"too long\",\"odd\"]}} | Invalid; too long; odd",
                "{\"detail\":\"See errors\",\"errors\":[{\"message\":\"no url\"}]} | See errors; no url",
                "{\"Message\":\"Invalid.\",\"ModelState\":{\"id\":[\"No project.\"],\"x\":[\"Odd.\"]}} | Invalid.;"
                        + " No project.; Odd.",
                "{\"Message\":\"An error has occurred.\",\"ExceptionMessage\":\"No scan.\",\"StackTrace\":\"at\"} | No scan.",
                "{\"Message\":\"An error has occurred.\"} | An error has occurred.",
                "{\"errors\":[{\"code\":\"x\",\"message\":\"one\"},{\"message\":\"two\"}]} | one; two",
                "{\"errorMessage\":\"none left\"} | none left",
                "<?xml version=\"1.0\"?><Error><Code>5</Code><Message>No &amp; never</Message></Error> | 5 No & never",
                "{\"messageDetails\":\"cut | {\"messageDetails\":\"cut",
                "`` | ``",
                "`  ` | ``",
                "plain words | plain words",
                "<html><head><TITLE lang=\"en\">Bad &amp; &quot;ugly&quot;&nbsp;&lt;b&gt; it&#39;s</TITLE> | Bad &"
                        + " \"ugly\" <b> it's",
                "<p>no title | ``",
            })
    void the_error_message_is_read_from_json_or_html_or_plain_text(String body, String words) {
        assertThat(message(body)).isEqualTo(words);
    }

    @Test
    void xml_without_a_declaration_is_read_if_the_response_says_that_it_is_xml() {
        for (String type : List.of("application/xml; charset=utf-8", "Text/XML", "application/problem+xml")) {
            ResponseText xml = text("<Error><Message>No &amp; never.</Message></Error>", type);
            assertThat(xml.error(SecretMask.NONE)).isEqualTo("No & never.");
            assertThat(xml.isWebPage()).isFalse();
        }
        ResponseText page = text("<html xmlns=\"x\"><title>Log in</title>words", "application/xhtml+xml");
        assertThat(page.error(SecretMask.NONE)).isEqualTo("Log in");
        assertThat(page.isWebPage()).isTrue();
    }

    private static ResponseText text(String body, String type) {
        return new ResponseText(answer(body.getBytes(UTF_8), AttemptResult.Kind.COMPLETE, "Content-Type:" + type));
    }

    @Test
    void an_error_message_is_shown_on_one_line_of_limited_length() {
        assertThat(message("\n\n first\nsecond")).isEqualTo("first");
        assertThat(message("{\"message\":\"a\\nb\\u001b[31m\\u202e\"}")).isEqualTo("a\\u000ab\\u001b[31m\\u202e");
        assertThat(message("<title> a\n\t b </title>")).isEqualTo("a b");
        assertThat(message("x".repeat(5000))).isEqualTo("x".repeat(1000) + "\u2026");
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
        AttemptResult cut = answer("words of secret12".getBytes(UTF_8), AttemptResult.Kind.TOO_LARGE);
        assertThat(new ResponseText(cut).error(secrets("secret1234567890"))).doesNotContain("secret");
        assertThat(new ResponseText(cut).error(SecretMask.NONE)).isEqualTo("words of");
        AttemptResult broken =
                answer("secret1234567890 and more of these words, more".getBytes(UTF_8), AttemptResult.Kind.DAMAGED);
        assertThat(new ResponseText(broken).error(secrets("secret1234567890"))).startsWith("**** and");
    }

    @Test
    void secrets_are_masked_before_a_long_title_is_truncated() {
        String secret = "correct horse battery staple";
        assertThat(message("<title>" + "x".repeat(990) + secret + "</title>", secret))
                .isEqualTo("x".repeat(990) + "****");
    }

    private static String decoded(byte[] body, String... headers) {
        return new ResponseText(answer(body, AttemptResult.Kind.COMPLETE, headers)).text;
    }

    @Test
    void text_that_is_not_utf_8_is_taken_for_iso_8859_1() {
        String text = "gr\u00fcn \u20ac";
        String latin = "gr\u00fcn";
        assertThat(decoded(text.getBytes(UTF_8))).isEqualTo(text);
        assertThat(decoded(text.getBytes(UTF_8), "Content-Type: text/plain; charset=iso-8859-1"))
                .isEqualTo(text);
        assertThat(decoded(latin.getBytes(ISO_8859_1))).isEqualTo(latin);
        assertThat(decoded(new byte[0])).isEmpty();
    }

    @Test
    void a_byte_order_mark_is_not_shown() {
        String text = "{\"\u00fc\":1}";
        assertThat(decoded(("\ufeff" + text).getBytes(UTF_8))).isEqualTo(text);
        assertThat(decoded(new byte[] {(byte) 0xef, (byte) 0xbb})).isEqualTo("\u00ef\u00bb");
    }

    @Test
    void an_incomplete_character_at_the_end_of_a_truncated_response_is_omitted() {
        byte[] bytes = "gr\u00fcn \ud83d\ude00".getBytes(UTF_8);
        for (int length = bytes.length - 4; length < bytes.length; length++) {
            AttemptResult cut = answer(Arrays.copyOf(bytes, length), AttemptResult.Kind.TOO_LARGE);
            assertThat(new ResponseText(cut).text).isEqualTo("gr\u00fcn");
        }
    }

    private static Duration retryAfter(String... headers) {
        return answer(new byte[0], AttemptResult.Kind.COMPLETE, headers)
                .requestedWait(Instant.parse("2030-01-01T00:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "7 | 7",
                " 120  | 120",
                "999999999 | 999999999",
                "1000000000 | 0",
                "-5 | 0",
                "1.5 | 0",
                "soon | 0",
                "Tue, 01 Jan 2030 00:00:30 GMT | 30",
                "Mon, 31 Dec 2029 23:59:59 GMT | 0",
            })
    void the_server_gives_the_waiting_time_in_seconds_or_as_a_date(String value, long seconds) {
        assertThat(retryAfter("Retry-After: " + value)).hasSeconds(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<title ", "<", "<title>", "&#", "&#97;", " ", "\n", "\"\\", "{\"message\":", "\u00e4"})
    void long_error_messages_are_read_quickly(String part) {
        for (String start : List.of("", "<title>", "{\"message\":\"")) {
            String text = start + part.repeat((1 << 16) / part.length());
            SecretMask secrets = secrets("a secret");
            assertTimeoutPreemptively(TIMEOUT, () -> new ResponseText(whole(text)).error(secrets));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"detail\":", "{\"error\":{\"Message\":", "[{\"errors\":", "{\"t\u0131tle\":"})
    void nested_fields_without_a_text_are_read_quickly(String part) {
        int depth = 60 / part.replaceAll("[^\\[{]", "").length();
        String end = part.replaceAll("[^\\[{]", "").replace('[', ']').replace('{', '}');
        String text = part.repeat(depth) + "1" + new StringBuilder(end.repeat(depth)).reverse();
        assertThat(assertTimeoutPreemptively(TIMEOUT, () -> message(text))).isEmpty();
    }

    @Test
    void json_that_is_nested_too_deeply_is_not_read() {
        assertThat(new ResponseText(whole("{\"a\":".repeat(2_000))).object().isObject())
                .isFalse();
    }

    @Test
    void the_declared_charset_is_used_if_the_text_is_not_utf_8() {
        String text = "\u041f\u0440\u043e\u0435\u043a\u0442 42";
        assertThat(decoded(
                        text.getBytes(Charset.forName("windows-1251")),
                        "Content-Type: text/plain;charset=\"Windows-1251\""))
                .isEqualTo(text);
        assertThat(decoded("gr\u00fcn".getBytes(ISO_8859_1), "Content-Type: text/plain; charset=no such"))
                .isEqualTo("gr\u00fcn");
    }

    @Test
    void secrets_in_utf_16_text_are_masked() {
        for (String name : List.of("UTF-16", "UTF-16LE", "UTF-16BE")) {
            byte[] body = "{\"message\":\"bad token-12345678\"}".getBytes(Charset.forName(name));
            assertThat(new ResponseText(answer(body, AttemptResult.Kind.COMPLETE)).error(secrets("token-12345678")))
                    .isEqualTo("bad ****");
        }
        assertThat(decoded("\ufeffwords".getBytes(Charset.forName("UTF-16LE")), "Content-Type: text/plain"))
                .isEqualTo("words");
        assertThat(decoded("\ufeffwords".getBytes(Charset.forName("UTF-16BE")), "Content-Type: text/plain"))
                .isEqualTo("words");
    }
}

package io.jenkins.plugins.sastscan.service.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SecretMask;
import io.jenkins.plugins.sastscan.service.SecretText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a service says, as it is shown. */
class MessagesTest {
    private static final String KEY = "-----BEGIN KEY-----\nQUJDREVGR0hJSktMTU5PUA==\nshort\n-----END KEY-----\n";

    private static ServiceResponse answer(byte[] body, ServiceResponse.End end, String... headers) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < headers.length; i += 2) {
            lines.add(headers[i] + ": " + headers[i + 1]);
        }
        return new ServiceResponse(400, lines, body, end);
    }

    private static ServiceResponse whole(String body) {
        return answer(body.getBytes(UTF_8), ServiceResponse.End.COMPLETE);
    }

    private static String message(String body, String... secrets) {
        return Refusal.of(whole(body), secrets(secrets)).text();
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
    void the_services_own_words_are_found(String body, String words) {
        assertThat(message(body)).isEqualTo(words);
    }

    @Test
    void only_the_first_line_of_text_is_shown_and_only_on_one_line() {
        assertThat(message("\n\n first\nsecond")).isEqualTo("first");
        assertThat(message("{\"message\":\"a\\nb\\u001b[31m\\u202e\"}")).isEqualTo("a\\u000ab\\u001b[31m\\u202e");
        assertThat(message("<title> a\n\t b </title>")).isEqualTo("a b");
        assertThat(message("x".repeat(5000))).isEqualTo("x".repeat(1000) + "\u2026");
    }

    @Test
    void the_error_code_of_oauth_is_known_beside_the_words() {
        Refusal body = Refusal.of(
                whole("{\"error\":\"invalid_scope\",\"error_description\":\"no such scope\"}"), SecretMask.NONE);
        assertThat(body).isEqualTo(new Refusal(400, "no such scope", "invalid_scope"));
        assertThat(Refusal.of(whole("{\"error\":{}}"), SecretMask.NONE).code()).isEmpty();
    }

    @Test
    void a_secret_that_the_service_echoes_is_masked_before_and_after_it_is_decoded() {
        String secret = "p\u00e4ss\"w/o rd+\\&";
        assertThat(message("{\"message\":\"p\u00e4ss\\\"w/o rd+\\\\&!\"}", secret))
                .isEqualTo("****!");
        assertThat(message("{\"x: p\u00e4ss\\\"w/o rd+\\\\& is bad", secret)).isEqualTo("{\"x: **** is bad");
        assertThat(message("password=" + secret + "!", secret)).isEqualTo("password=****!");
        assertThat(message("<title>p\u00e4ss&quot;w/o rd+\\&amp; b</title>", secret))
                .isEqualTo("**** b");
    }

    @ParameterizedTest
    @CsvSource({"a, Bad data", "' x ', fixed", "abc, no such thing"})
    void words_are_withheld_when_a_secret_is_too_short_to_be_taken_out_of_them(String secret, String words) {
        assertThat(message(words, secret, "longer-secret"))
                .isEqualTo("text withheld, because a secret of this call is too short to be masked");
        assertThat(message("", secret)).isEmpty();
        assertThat(secrets(secret, "longer").maskOwn("https://a.example.org/longer"))
                .isEqualTo("https://a.example.org/****");
        assertThat(message(words, "abcd")).isEqualTo(words);
    }

    private static ProxySettings proxy(String user) {
        ProxySettings proxy = ProxySettings.http("proxy", 3128, List.of());
        return proxy.withUser(user, SecretText.of("hunter2"));
    }

    @Test
    void what_a_proxy_is_told_is_masked_too() {
        SecretMask secrets = SecretMask.NONE.and(proxy("ci-robot"));
        String basic = Base64.getEncoder().encodeToString("ci-robot:hunter2".getBytes(UTF_8));
        assertThat(secrets.mask("Basic " + basic + " of ci-robot with hunter2"))
                .isEqualTo("Basic **** of **** with ****");
        assertThat(SecretMask.NONE.and(proxy("ci")).mask("decide on hunter2")).isEqualTo("decide on ****");
        assertThat(SecretMask.NONE
                        .and(ProxySettings.http("proxy", 3128, List.of()))
                        .mask("as it is"))
                .isEqualTo("as it is");
        assertThat(SecretMask.NONE.and(ProxySettings.DIRECT).mask("as it is")).isEqualTo("as it is");
    }

    @Test
    void each_telling_line_of_a_key_is_masked() {
        assertThat(message("{\"message\":\"bad key " + KEY.replace("\n", "\\n") + "\"}", KEY))
                .isEqualTo("bad key ****");
        assertThat(message("bad line QUJDREVGR0hJSktMTU5PUA== short", KEY)).isEqualTo("bad line **** short");
    }

    @Test
    void secrets_within_each_other_leave_nothing() {
        assertThat(message("say abcdef and abcd", "abcd", "abcdef")).isEqualTo("say **** and ****");
        assertThat(secrets("").mask("nothing to hide")).isEqualTo("nothing to hide");
        assertThat(SecretMask.NONE.and(List.of(SecretText.of("now!"))).mask("as of now!"))
                .isEqualTo("as of ****");
    }

    @Test
    void a_secret_that_was_cut_is_not_shown_in_part() {
        ServiceResponse cut = answer("words of secret12".getBytes(UTF_8), ServiceResponse.End.TOO_LARGE);
        assertThat(Refusal.of(cut, secrets("secret1234567890")).text()).doesNotContain("secret");
        assertThat(Refusal.of(cut, SecretMask.NONE).text()).isEqualTo("words of secret12");
        ServiceResponse broken =
                answer("secret1234567890 and more of these words, more".getBytes(UTF_8), ServiceResponse.End.BROKEN);
        assertThat(Refusal.of(broken, secrets("secret1234567890")).text()).startsWith("**** and");
    }

    @Property(tries = 300)
    void no_secret_survives_wherever_it_stands(
            @ForAll @StringLength(max = 30) String before,
            @ForAll @StringLength(min = 5, max = 30) String secret,
            @ForAll @StringLength(max = 30) String after) {
        assertThat(secrets(secret).mask(before + secret + after).replace("****", ""))
                .doesNotContain(secret);
    }

    @Test
    void a_long_title_is_cut_after_its_secrets_were_masked() {
        String title = "<title>" + "x".repeat(990) + "correct horse battery staple</title>";
        ServiceResponse page = new ServiceResponse(
                500, List.of(), title.getBytes(StandardCharsets.US_ASCII), ServiceResponse.End.COMPLETE);
        assertThat(Refusal.of(page, secrets("correct horse battery staple")).text())
                .isEqualTo("x".repeat(990) + "****");
    }

    private static String decoded(byte[] body, String... headers) {
        return ResponseText.of(answer(body, ServiceResponse.End.COMPLETE, headers));
    }

    @Test
    void text_is_utf_8_if_it_can_be_and_else_what_is_declared() {
        String text = "gr\u00fcn \u20ac";
        String latin = "gr\u00fcn";
        String label = "Content-Type";
        assertThat(decoded(text.getBytes(UTF_8))).isEqualTo(text);
        assertThat(decoded(text.getBytes(UTF_8), label, "text/plain; charset=iso-8859-1"))
                .isEqualTo(text);
        assertThat(decoded(latin.getBytes(ISO_8859_1))).isEqualTo(latin);
        assertThat(decoded(latin.getBytes(ISO_8859_1), label, "text/plain; charset=no-such"))
                .isEqualTo(latin);
        assertThat(decoded(latin.getBytes(ISO_8859_1), label, "nonsense")).isEqualTo(latin);
        byte[] windows = text.getBytes(Charset.forName("windows-1252"));
        assertThat(decoded(windows, label, "text/plain; charset=windows-1252")).isEqualTo(text);
        assertThat(decoded(new byte[0])).isEmpty();
    }

    @Test
    void a_byte_order_mark_decides_and_is_no_text() {
        String text = "{\"\u00fc\":1}";
        assertThat(decoded(("\ufeff" + text).getBytes(UTF_8))).isEqualTo(text);
        assertThat(decoded(("\ufeff" + text).getBytes(UTF_16BE))).isEqualTo(text);
        assertThat(decoded(("\ufeff" + text).getBytes(UTF_16LE))).isEqualTo(text);
        assertThat(decoded(new byte[] {(byte) 0xef, (byte) 0xbb})).isEqualTo("\u00ef\u00bb");
    }

    @Test
    void text_that_was_cut_within_a_character_is_utf_8_still() {
        for (String last : new String[] {"\u00fc", "\u20ac", "\ud83d\ude00"}) {
            byte[] bytes = ("gr\u00fcn " + last).getBytes(UTF_8);
            int end = "gr\u00fcn ".getBytes(UTF_8).length;
            for (int length = end; length < bytes.length; length++) {
                ServiceResponse cut = answer(Arrays.copyOf(bytes, length), ServiceResponse.End.TOO_LARGE);
                assertThat(ResponseText.of(cut)).isEqualTo("gr\u00fcn ");
            }
        }
        ServiceResponse ascii = answer("abc".getBytes(UTF_8), ServiceResponse.End.TOO_LARGE);
        assertThat(ResponseText.of(ascii)).isEqualTo("abc");
        ServiceResponse nothing = answer(new byte[0], ServiceResponse.End.BROKEN);
        assertThat(ResponseText.of(nothing)).isEmpty();
    }

    private static Duration asked(String... headers) {
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
    void the_time_to_wait_is_read_in_seconds_or_as_a_date(String value, long seconds) {
        assertThat(asked("Sast-Scan-Retry-After", value)).hasSeconds(seconds);
    }

    @Test
    void a_date_counts_from_the_services_own_clock_if_it_tells_the_time() {
        assertThat(asked(
                        "Sast-Scan-Retry-After",
                        "Tue, 01 Jan 2030 01:00:30 GMT",
                        "Date",
                        "Tue, 01 Jan 2030 01:00:00 GMT"))
                .hasSeconds(30);
        assertThat(asked("Retry-After", "7")).hasSeconds(7);
        assertThat(asked()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "PT0.3S, 300 milliseconds",
        "PT1.999S, 1999 milliseconds",
        "PT2S, 2 seconds",
        "PT119S, 119 seconds",
        "PT2M, 2 minutes",
        "PT119M, 119 minutes",
        "PT2H, 2 hours",
        "P365D, 8760 hours",
    })
    void times_are_told_as_people_read_them(Duration span, String words) {
        assertThat(NetworkFailure.time(span)).isEqualTo(words);
    }
}

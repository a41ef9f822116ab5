package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a message says about the body of an error response. */
@Timeout(60)
class ResponseTextTest {
    private static final String SECRET = "p\u00e4ss\"w/o rd+\\&";
    private static final Pattern STATUS = Pattern.compile("\\): status 400(?: \\((.*)\\))?\\. Check URL, branch");

    @RegisterExtension
    final Fixture fixture = new Fixture();

    /** Returns what the message says when Git settings with this secret are refused. */
    private String reason(String type, byte[] body, String secret) {
        fixture.simulator.always(SimulatedOperation.WRITE_GIT, Fault.answer(400).withBody(type, body));
        GitAuthentication authentication =
                new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "alice", new SecretText(secret), false);
        String message = failure(
                        () -> fixture.service().writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, authentication))
                .getMessage();
        Matcher status = STATUS.matcher(message);
        assertThat(status.find()).as(message).isTrue();
        return status.group(1) == null ? "" : status.group(1);
    }

    private String reason(String type, byte[] body) {
        return reason(type, body, SECRET);
    }

    private String reason(String body) {
        return reason("", body.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"messageCode\":1,\"messageDetails\":\"d\",\"message\":\"m\"} | d",
                "{\"messageDetails\":\" \",\"message\":\"m\",\"error\":\"e\"} | m",
                "{\"error\":\"e\",\"error_description\":\"why\"} | why",
                "{\"error\":{\"message\":\"inner\"}} | inner",
                "{\"messageDetails\":{\"x\":1}} | ``",
                "{\"other\":\"o\",\"more\":[\"p\",5,{\"q\":\"r\"}]} | o; p; r",
                "\"words\" | words",
                "{\"type\":\"about:blank\",\"title\":\"Bad\",\"status\":400,\"detail\":\"Project 42 is locked\"}"
                        + " | Project 42 is locked",
                "{\"title\":\"Invalid\",\"errors\":{\"name\":[\"too long\",\"odd\"]}} | Invalid; too long; odd",
                "{\"detail\":\"See errors\",\"errors\":[{\"message\":\"no url\"}]} | See errors; no url",
                "{\"Message\":\"Invalid.\",\"ModelState\":{\"id\":[\"No project.\"],\"x\":[\"Odd.\"]}}"
                        + " | Invalid.; No project.; Odd.",
                "{\"Message\":\"An error has occurred.\",\"ExceptionMessage\":\"No scan.\",\"StackTrace\":\"at\"}"
                        + " | No scan.",
                "{\"Message\":\"No resource.\",\"MessageDetail\":\"No action.\"} | No resource.; No action.",
                "{\"message\":\"Invalid\",\"details\":[\"No branch.\",{\"x\":\"y\"}]} | Invalid; No branch.; y",
                "{\"Message\":\"An error has occurred.\"} | An error has occurred.",
                "{\"errors\":[{\"code\":\"x\",\"message\":\"one\"},{\"message\":\"two\"}]} | one; two",
                "{\"errorMessage\":\"none left\"} | none left",
                "{\"message\":\"a\\nb\\u001b[31m\\u202e\"} | a\\u000ab\\u001b[31m\\u202e",
                "<?xml version=\"1.0\"?><Error><Code>5</Code><Message>No &amp; never</Message></Error> | 5 No & never",
                "<?xml version=\"1.0\"?><e><![CDATA[Project <b>42</b> is locked]]></e> | Project 42 is locked",
                "<title>&#36;1 &#039;caf&#xE9;&#x27; &#xd800;&#9999999;</title> | $1 'caf\u00e9' \\ud800&#9999999;",
                "{\"messageDetails\":\"cut | {\"messageDetails\":\"cut",
                "`` | ``",
                "plain words | plain words",
                "`\n\n first\nsecond` | first",
                "<html><head><TITLE lang=\"en\">Bad &amp; &quot;ugly&quot;&nbsp;&lt;b&gt; it&#39;s</TITLE>"
                        + " | Bad & \"ugly\" <b> it's",
                "`<title> a\n\t b </title>` | a b",
                "<p>no title | ``",
            })
    void the_reason_is_read_from_json_or_markup_or_plain_text(String body, String words) {
        assertThat(reason(body)).isEqualTo(words);
    }

    @Test
    void xml_without_a_declaration_is_read_if_the_response_says_that_it_is_xml() {
        byte[] xml = "<Error><Message>No &amp; never.</Message></Error>".getBytes(UTF_8);
        for (String type : List.of("application/xml; charset=utf-8", "Text/XML", "application/problem+xml")) {
            assertThat(reason(type, xml)).isEqualTo("No & never.");
        }
        byte[] page = "<html xmlns=\"x\"><title>Log in</title>words".getBytes(UTF_8);
        assertThat(reason("application/xhtml+xml", page)).isEqualTo("Log in");
    }

    @Test
    void a_reason_has_a_limited_length_and_its_secrets_are_masked_before_it_is_truncated() {
        assertThat(reason("x".repeat(5000))).isEqualTo("x".repeat(1000) + "\u2026");
        assertThat(reason("<title>" + "x".repeat(990) + SECRET.replace("&", "&amp;") + "</title>"))
                .isEqualTo("x".repeat(990) + "****");
    }

    @Test
    void a_reason_is_masked_before_and_after_decoding() {
        assertThat(reason("{\"message\":\"p\u00e4ss\\\"w/o rd+\\\\&!\"}")).isEqualTo("****!");
        assertThat(reason("{\"x: p\u00e4ss\\\"w/o rd+\\\\& is bad")).isEqualTo("{\"x: **** is bad");
        assertThat(reason("<title>p\u00e4ss&quot;w/o rd+\\&amp; b</title>")).isEqualTo("**** b");
        assertThat(reason("<title>p&#xE4;ss&#34;w/o rd&#x2B;\\&#38; b</title>")).isEqualTo("**** b");
        String key = "-----BEGIN KEY-----\nQUJDREVGR0hJSktMTU5PUA==\nshort\n-----END KEY-----\n";
        assertThat(reason("", "bad line QUJDREVGR0hJSktMTU5PUA== short".getBytes(UTF_8), key))
                .isEqualTo("bad line **** short");
    }

    /** The end of these bodies is cut off. Only the characters before it are not blank. */
    @Test
    void a_truncated_secret_or_character_is_not_shown() {
        assertThat(reason(" ".repeat(AttemptResult.MAX_CONTENT - 10) + "words, " + SECRET))
                .isEqualTo("words,");
        for (int cut = 0; cut < 4; cut++) {
            String blank = " ".repeat(AttemptResult.MAX_CONTENT - "gr\u00fcn ist ".length() - 1 - cut);
            assertThat(reason(blank + "gr\u00fcn ist \ud83d\ude00!")).isEqualTo("gr\u00fcn");
        }
    }

    @Test
    void the_secrets_of_an_incomplete_response_are_masked() throws Exception {
        String head = "HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\n";
        for (String body : List.of("no, not PLANTED-token, because", "no, not PLANTED-tok")) {
            try (RawServer server = RawServer.answering(head + body)) {
                assertThat(failure(fixture.service(server.url())::license))
                        .hasMessageContaining("): status 403 (no, not");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<title ", "<", "<title>", "&#", "&#97;", " ", "\n", "\"\\", "{\"message\":", "\u00e4"})
    void long_responses_are_read_quickly(String part) {
        for (String start : List.of("", "<title>", "{\"message\":\"")) {
            assertThat(reason(start + part.repeat((1 << 16) / part.length()))).hasSizeLessThan(1010);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"detail\":", "{\"error\":{\"Message\":", "[{\"errors\":", "{\"t\u0131tle\":"})
    void nested_fields_without_a_text_are_read_quickly(String part) {
        String begins = part.replaceAll("[^\\[{]", "");
        String end = begins.replace('[', ']').replace('{', '}');
        int depth = 60 / begins.length();
        assertThat(reason(part.repeat(depth) + "1" + new StringBuilder(end.repeat(depth)).reverse()))
                .isEmpty();
    }

    @Test
    void json_that_is_nested_too_deeply_is_plain_text() {
        assertThat(reason("[".repeat(2_000) + "]".repeat(2_000))).startsWith("[[[");
    }

    @Test
    void the_declared_charset_counts_only_if_the_text_is_not_utf_8() {
        String text = "gr\u00fcn \u20ac";
        assertThat(reason(text)).isEqualTo(text);
        assertThat(reason("text/plain; charset=iso-8859-1", text.getBytes(UTF_8)))
                .isEqualTo(text);
        String cyrillic = "\u041f\u0440\u043e\u0435\u043a\u0442 42";
        assertThat(reason("text/plain;charset=\"Windows-1251\"", cyrillic.getBytes(Charset.forName("windows-1251"))))
                .isEqualTo(cyrillic);
        byte[] latin = "gr\u00fcn".getBytes(ISO_8859_1);
        assertThat(reason("", latin)).isEqualTo("gr\u00fcn");
        byte[] windows = "it\u2019s gr\u00fcn".getBytes(Charset.forName("windows-1252"));
        assertThat(reason("", windows)).isEqualTo("it\u2019s gr\u00fcn");
        assertThat(reason("text/plain; charset=ISO-8859-1", windows)).isEqualTo("it\u2019s gr\u00fcn");
        assertThat(reason("text/plain; charset=no such", latin)).isEqualTo("gr\u00fcn");
        assertThat(reason("", new byte[] {(byte) 0xef, (byte) 0xbb})).isEqualTo("\u00ef\u00bb");
    }

    @Test
    void utf_16_text_without_a_declared_charset_is_masked_and_its_byte_order_mark_is_not_shown() {
        String json = "{\"message\":\"bad token-12345678\"}";
        for (Charset charset : List.of(StandardCharsets.UTF_16, UTF_16LE, UTF_16BE)) {
            assertThat(reason("", json.getBytes(charset), "token-12345678")).isEqualTo("bad ****");
        }
        for (Charset charset : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
            assertThat(reason("text/plain", "\ufeffwords".getBytes(charset))).isEqualTo("words");
        }
    }
}

package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.MediaType;

/**
 * The body of a response as text. Valid UTF-8 is decoded as UTF-8 even if another charset is declared, because declared
 * charsets are often wrong.
 */
final class ResponseText {
    private static final Pattern TITLE =
            Pattern.compile("<title(?:\\s[^<>]{0,200}+)?+>([^<]*+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern TAG = Pattern.compile("<[^<>]*+>");
    private static final Pattern REFERENCE = Pattern.compile("&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,4});");
    private static final List<String> NAMES = List.of("amp", "lt", "gt", "quot", "apos", "nbsp");

    private static final int MAX_LENGTH = 1_000;

    private ResponseText() {}

    static String of(AttemptResult response) {
        byte[] body = response.body();
        String start = HexFormat.of().formatHex(body, 0, Math.min(body.length, 2));
        if (start.equals("feff") || start.equals("fffe")) {
            return new String(body, StandardCharsets.UTF_16);
        }
        String text = utf8(body, response.kind() == AttemptResult.Kind.COMPLETE)
                .orElseGet(() -> new String(body, declared(response)));
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /** Tells whether a text is HTML or XML. No other valid response begins with {@code <}. */
    static boolean isMarkup(String text) {
        return text.stripLeading().startsWith("<");
    }

    static boolean isXml(String text) {
        return text.stripLeading().startsWith("<?xml") && !text.contains("<html");
    }

    /** Returns the title of a web page on one line; empty if the page has no title. */
    static String title(String page) {
        Matcher title = TITLE.matcher(page);
        return title.find() ? words(title.group(1)) : "";
    }

    private static String words(String markup) {
        return REFERENCE
                .matcher(TAG.matcher(markup).replaceAll(" "))
                .replaceAll(found -> Matcher.quoteReplacement(character(found)))
                .replaceAll("[\\s\u00a0]+", " ")
                .strip();
    }

    private static String character(MatchResult reference) {
        String name = reference.group(1);
        if (!name.startsWith("#")) {
            int index = NAMES.indexOf(name);
            return index < 0 ? reference.group() : "&<>\"'\u00a0".substring(index, index + 1);
        }
        boolean hex = Character.toLowerCase(name.charAt(1)) == 'x';
        int code = hex ? Integer.parseInt(name.substring(2), 16) : Integer.parseInt(name.substring(1));
        return code > 0 && Character.isValidCodePoint(code) ? Character.toString(code) : reference.group();
    }

    /** Returns empty if the body is not valid UTF-8. An incomplete body may end within a character. */
    private static Optional<String> utf8(byte[] body, boolean complete) {
        CharBuffer text = CharBuffer.allocate(body.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body), text, complete);
        return result.isError() ? Optional.empty() : Optional.of(text.flip().toString());
    }

    private static Charset declared(AttemptResult response) {
        return response.header("content-type")
                .map(MediaType::parse)
                .map(type -> type.charset(StandardCharsets.ISO_8859_1))
                .orElse(StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns what an error response says, masked and on one line: the message or the texts of JSON, the texts of XML,
     * the title of a web page, or the first line of other text. Returns an empty text if it says nothing.
     */
    static String error(AttemptResult response, SecretMask secrets) {
        String body = of(response).strip();
        boolean complete = response.kind() == AttemptResult.Kind.COMPLETE;
        Optional<JsonFields> json = complete ? JsonFields.parse(body) : Optional.empty();
        String text = json.map(JsonFields::message).orElseGet(() -> {
            if (isMarkup(body)) {
                return isXml(body) ? words(body) : title(body);
            }
            return body.lines().findFirst().orElse("");
        });
        String masked = complete ? secrets.mask(text) : secrets.maskCut(text);
        return PlainText.oneLine(masked.strip(), MAX_LENGTH);
    }
}

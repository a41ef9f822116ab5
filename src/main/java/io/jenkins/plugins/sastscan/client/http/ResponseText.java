package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.UnescapedText;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import okhttp3.MediaType;

/**
 * The body of a response as text. Valid UTF-8 is decoded as UTF-8 even if another charset is declared, because declared
 * charsets are often wrong.
 */
final class ResponseText {
    private static final Pattern TITLE =
            Pattern.compile("<title(?:\\s[^<>]{0,200}+)?+>([^<]*+)", Pattern.CASE_INSENSITIVE);

    /** The fields that can contain a message, the most frequent one first. */
    private static final List<String> FIELDS = List.of("messageDetails", "message", "error_description", "error");

    private static final int MAX_LENGTH = 1_000;

    private ResponseText() {}

    static String of(ServiceResponse response) {
        byte[] body = response.body();
        String start = HexFormat.of().formatHex(body, 0, Math.min(body.length, 2));
        if (start.equals("feff") || start.equals("fffe")) {
            return new String(body, StandardCharsets.UTF_16);
        }
        String text = utf8(body, response.end() == ServiceResponse.End.COMPLETE)
                .orElseGet(() -> new String(body, declared(response)));
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /** No valid response begins with {@code <}. */
    static boolean isWebPage(String text) {
        return text.stripLeading().startsWith("<");
    }

    /** Returns the title of a web page on one line; empty if the page has no title. */
    static String title(String page) {
        Matcher title = TITLE.matcher(page);
        return title.find()
                ? UnescapedText.ofHtml(title.group(1))
                        .replaceAll("[\\s\u00a0]+", " ")
                        .strip()
                : "";
    }

    /** Returns empty if the body is not valid UTF-8. An incomplete body may end within a character. */
    private static Optional<String> utf8(byte[] body, boolean complete) {
        CharBuffer text = CharBuffer.allocate(body.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body), text, complete);
        return result.isError() ? Optional.empty() : Optional.of(text.flip().toString());
    }

    private static Charset declared(ServiceResponse response) {
        return response.header("Content-Type")
                .map(MediaType::parse)
                .map(type -> type.charset(StandardCharsets.ISO_8859_1))
                .orElse(StandardCharsets.ISO_8859_1);
    }

    /** Returns the message of an error response, masked and on one line; empty if there is no message. */
    static String error(ServiceResponse response, SecretMask secrets) {
        String body = of(response).strip();
        boolean complete = response.end() == ServiceResponse.End.COMPLETE;
        Optional<JsonFields> json = complete ? JsonFields.parse(body).filter(JsonFields::isObject) : Optional.empty();
        String text = json.map(ResponseText::message)
                .orElseGet(() ->
                        isWebPage(body) ? title(body) : body.lines().findFirst().orElse(""));
        String masked = complete ? secrets.mask(text) : secrets.maskCut(text);
        return PlainText.oneLine(masked.strip(), MAX_LENGTH);
    }

    private static String message(JsonFields json) {
        return Stream.concat(
                        FIELDS.stream().map(json::text),
                        Stream.of(json.object("error").flatMap(error -> error.text("message"))))
                .flatMap(Optional::stream)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }
}

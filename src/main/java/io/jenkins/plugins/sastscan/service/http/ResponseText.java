package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.UnescapedText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.MediaType;

/**
 * The body of a response as text. A byte order mark decides; or else it is UTF-8 if it is valid UTF-8, because declared
 * charsets are often wrong; or else the declared charset, or ISO-8859-1.
 */
final class ResponseText {
    private static final Pattern TITLE =
            Pattern.compile("<title(?:\\s[^<>]{0,200}+)?+>([^<]*+)", Pattern.CASE_INSENSITIVE);

    private ResponseText() {}

    static String of(ServiceResponse response) {
        byte[] body = response.body();
        if (startsWith(body, 0xef, 0xbb, 0xbf)) {
            return new String(body, 3, body.length - 3, StandardCharsets.UTF_8);
        }
        if (startsWith(body, 0xfe, 0xff)) {
            return new String(body, 2, body.length - 2, StandardCharsets.UTF_16BE);
        }
        if (startsWith(body, 0xff, 0xfe)) {
            return new String(body, 2, body.length - 2, StandardCharsets.UTF_16LE);
        }
        // The body may have been cut within a character, which does not mean that it is not UTF-8.
        int length = response.end() == ServiceResponse.End.COMPLETE ? body.length : lengthOfWholeCharacters(body);
        return utf8(body, length).orElseGet(() -> new String(body, declared(response)));
    }

    /** Tells whether a text is markup. No valid response begins like that. */
    static boolean isWebPage(String text) {
        return text.stripLeading().startsWith("<");
    }

    /** Returns the title of a web page on one line; empty if it has none. */
    static String title(String page) {
        Matcher title = TITLE.matcher(page);
        return title.find()
                ? UnescapedText.ofHtml(title.group(1))
                        .replaceAll("[\\s\u00a0]+", " ")
                        .strip()
                : "";
    }

    private static boolean startsWith(byte[] body, int... mark) {
        if (body.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((body[i] & 0xff) != mark[i]) {
                return false;
            }
        }
        return true;
    }

    private static int lengthOfWholeCharacters(byte[] body) {
        int end = body.length;
        while (end > 0 && body.length - end < 4 && (body[end - 1] & 0xc0) == 0x80) {
            end--;
        }
        return end > 0 && (body[end - 1] & 0xc0) == 0xc0 ? end - 1 : body.length;
    }

    private static Optional<String> utf8(byte[] body, int length) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body, 0, length))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static Charset declared(ServiceResponse response) {
        return response.header("Content-Type")
                .map(MediaType::parse)
                .map(type -> type.charset(StandardCharsets.ISO_8859_1))
                .orElse(StandardCharsets.ISO_8859_1);
    }
}

package io.jenkins.plugins.sastscan.service;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import okhttp3.MediaType;

/**
 * The body of an answer as text. A byte order mark decides; else it is UTF-8 if it is valid as such, whatever charset is
 * declared, since JSON is UTF-8 and labels are often wrong; else the declared charset, else ISO-8859-1.
 */
final class ResponseText {
    private ResponseText() {}

    static String of(ServiceResponse answer) {
        byte[] body = answer.body();
        if (startsWith(body, 0xef, 0xbb, 0xbf)) {
            return new String(body, 3, body.length - 3, StandardCharsets.UTF_8);
        }
        if (startsWith(body, 0xfe, 0xff)) {
            return new String(body, 2, body.length - 2, StandardCharsets.UTF_16BE);
        }
        if (startsWith(body, 0xff, 0xfe)) {
            return new String(body, 2, body.length - 2, StandardCharsets.UTF_16LE);
        }
        // What was cut may have been cut within a character: its bytes do not speak against UTF-8.
        int whole = answer.end() == ServiceResponse.End.WHOLE ? body.length : wholeCharacters(body);
        return utf8(body, whole).orElseGet(() -> new String(body, declared(answer)));
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

    private static int wholeCharacters(byte[] body) {
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

    private static Charset declared(ServiceResponse answer) {
        return answer.header("Content-Type")
                .map(MediaType::parse)
                .map(type -> type.charset(StandardCharsets.ISO_8859_1))
                .orElse(StandardCharsets.ISO_8859_1);
    }
}

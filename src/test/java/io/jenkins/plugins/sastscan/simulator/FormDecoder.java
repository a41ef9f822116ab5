package io.jenkins.plugins.sastscan.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes {@code application/x-www-form-urlencoded} as it streams by. Each {@code %XX} is one byte and {@code +} is a
 * blank, so binary values come out byte for byte. What should have been escaped is refused.
 */
final class FormDecoder {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final byte[] decoded = new byte[BUFFER];
    private int position;
    private int limit;
    private long length;

    private FormDecoder(InputStream in) {
        this.in = in;
    }

    static List<BodyPart> read(InputStream in, BodyPart.Target target) throws IOException, Refusal {
        FormDecoder decoder = new FormDecoder(in);
        List<BodyPart> fields = new ArrayList<>();
        int end = '&';
        while (end == '&') {
            ByteArrayOutputStream name = new ByteArrayOutputStream();
            if (decoder.copy(name) != '=') {
                throw new Refusal(400, "a form field has no value");
            }
            BodyPart head = BodyPart.field(name.toString(StandardCharsets.UTF_8));
            try (OutputStream value = target.open(head)) {
                end = decoder.copy(value);
            }
            fields.add(head.withLength(decoder.length));
        }
        if (end == '=') {
            throw new Refusal(400, "an equals sign in a form value is not escaped");
        }
        return fields;
    }

    /** Decodes up to the next separator, and returns it; -1 at the end. */
    private int copy(OutputStream out) throws IOException, Refusal {
        length = 0;
        int filled = 0;
        int read = next();
        while (read >= 0 && read != '&' && read != '=') {
            decoded[filled++] = decode(read);
            if (filled == BUFFER) {
                out.write(decoded, 0, filled);
                length += filled;
                filled = 0;
            }
            read = next();
        }
        out.write(decoded, 0, filled);
        length += filled;
        return read;
    }

    private byte decode(int read) throws IOException, Refusal {
        if (read == '%') {
            int high = Character.digit(next(), 16);
            int low = Character.digit(next(), 16);
            if (high < 0 || low < 0) {
                throw new Refusal(400, "a percent sign in the form is not followed by two hexadecimal digits");
            }
            return (byte) (high << 4 | low);
        }
        if (read <= ' ' || read >= 0x7f) {
            throw new Refusal(400, "a byte in the form is not escaped");
        }
        return read == '+' ? (byte) ' ' : (byte) read;
    }

    private int next() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.read(buffer));
            if (limit == 0) {
                return -1;
            }
        }
        return buffer[position++] & 0xff;
    }
}

package io.jenkins.plugins.sastscan.simulator;

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
    private static final int NAME_LIMIT = 256;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final byte[] decoded = new byte[BUFFER];
    private int position;
    private int limit;
    private long length;

    private FormDecoder(InputStream in) {
        this.in = in;
    }

    static List<BodyPart> read(InputStream in, PartTarget target) throws IOException, Refusal {
        return new FormDecoder(in).fields(target);
    }

    private List<BodyPart> fields(PartTarget target) throws IOException, Refusal {
        List<BodyPart> fields = new ArrayList<>();
        int first = next();
        if (first < 0) {
            return fields;
        }
        position--;
        int end;
        do {
            BoundedBytes name = new BoundedBytes(NAME_LIMIT);
            if (copy(name) != '=' || name.overflowed()) {
                throw new Refusal(400, "a form field has no value or an endless name");
            }
            BodyPart head = BodyPart.field(new String(name.kept(), StandardCharsets.UTF_8));
            try (OutputStream value = target.open(head)) {
                end = copy(value);
            }
            fields.add(head.withLength(length));
            if (end == '=') {
                throw new Refusal(400, "an equals sign in a form value is not escaped");
            }
        } while (end == '&');
        return fields;
    }

    /** Decodes up to the next separator, and returns it; -1 at the end. */
    private int copy(OutputStream out) throws IOException, Refusal {
        length = 0;
        int filled = 0;
        while (true) {
            int read = next();
            if (read < 0 || read == '&' || read == '=') {
                out.write(decoded, 0, filled);
                length += filled;
                return read;
            }
            decoded[filled++] = decode(read);
            if (filled == BUFFER) {
                out.write(decoded, 0, filled);
                length += filled;
                filled = 0;
            }
        }
    }

    private byte decode(int read) throws IOException, Refusal {
        if (read == '%') {
            return (byte) (digit(next()) << 4 | digit(next()));
        }
        if (read <= ' ' || read >= 0x7f) {
            throw new Refusal(400, "a byte in the form is not escaped");
        }
        return read == '+' ? (byte) ' ' : (byte) read;
    }

    private static int digit(int read) throws Refusal {
        if (read >= '0' && read <= '9') {
            return read - '0';
        }
        int letter = read | 0x20;
        if (letter >= 'a' && letter <= 'f') {
            return letter - 'a' + 10;
        }
        throw new Refusal(400, "a percent sign in the form is not followed by two hexadecimal digits");
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

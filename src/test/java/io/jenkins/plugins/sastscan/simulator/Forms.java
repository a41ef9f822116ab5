package io.jenkins.plugins.sastscan.simulator;

import io.jenkins.plugins.sastscan.simulator.RecordedRequest.Part;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import okhttp3.MultipartReader;
import okio.Buffer;
import okio.BufferedSink;
import okio.BufferedSource;
import okio.Okio;

/** Parses URL-encoded and multipart forms. */
final class Forms {
    private static final Pattern DISPOSITION =
            Pattern.compile("form-data; name=\"([^\"]+)\"(?:; filename=\"([^\"]+)\")?");

    private Forms() {}

    interface Target {
        /** Called when a part begins. The stream is closed at the end of the part. */
        OutputStream open(Part head) throws IOException, Refusal;
    }

    /**
     * Decodes {@code application/x-www-form-urlencoded}. Each {@code %XX} is one byte and {@code +} is a blank, so
     * binary values are preserved. Unescaped reserved bytes are refused.
     */
    static List<Part> urlencoded(InputStream body, Target target) throws IOException, Refusal {
        BufferedSource in = Okio.buffer(Okio.source(body));
        List<Part> fields = new ArrayList<>();
        int end = '&';
        while (end == '&') {
            Buffer name = new Buffer();
            if (decode(in, name) != '=') {
                throw new Refusal(400, "a form field has no value");
            }
            fields.add(new Part(name.readUtf8(), Optional.empty(), Optional.empty()));
            try (BufferedSink value = Okio.buffer(Okio.sink(target.open(fields.get(fields.size() - 1))))) {
                end = decode(in, value);
            }
        }
        if (end == '=') {
            throw new Refusal(400, "an equals sign in a form value is not escaped");
        }
        return fields;
    }

    /** Decodes up to the next separator. Returns the separator, or -1 at the end of the form. */
    private static int decode(BufferedSource in, BufferedSink out) throws IOException, Refusal {
        while (!in.exhausted()) {
            byte next = in.readByte();
            if (next == '&' || next == '=') {
                return next;
            }
            if (next <= ' ' || next == 0x7f) {
                throw new Refusal(400, "a byte in the form is not escaped");
            }
            out.writeByte(next == '%' ? escaped(in) : next == '+' ? ' ' : next);
        }
        return -1;
    }

    private static int escaped(BufferedSource in) throws IOException, Refusal {
        int high = in.request(2) ? Character.digit(in.readByte(), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(in.readByte(), 16);
        if (low < 0) {
            throw new Refusal(400, "a percent sign in the form is not followed by two hexadecimal digits");
        }
        return high << 4 | low;
    }

    /** Parses {@code multipart/form-data} (RFC 7578). */
    static List<Part> multipart(InputStream body, String boundary, Target target) throws IOException, Refusal {
        List<Part> parts = new ArrayList<>();
        try (MultipartReader reader = new MultipartReader(Okio.buffer(Okio.source(body)), boundary)) {
            for (MultipartReader.Part part = reader.nextPart(); part != null; part = reader.nextPart()) {
                parts.add(head(part));
                try (OutputStream out = target.open(parts.get(parts.size() - 1))) {
                    part.body().readAll(Okio.sink(out));
                }
            }
            return parts;
        } catch (ProtocolException | EOFException e) {
            // If the connection was lost, transferTo throws an IOException. Otherwise, the layout is wrong.
            body.transferTo(OutputStream.nullOutputStream());
            throw new Refusal(400, "the body is not laid out as multipart");
        }
    }

    private static Part head(MultipartReader.Part part) throws Refusal {
        var disposition = DISPOSITION.matcher("" + part.headers().get("Content-Disposition"));
        if (!disposition.matches()) {
            throw new Refusal(400, "a part is not form-data with a name");
        }
        return new Part(
                disposition.group(1),
                Optional.ofNullable(disposition.group(2)),
                Optional.ofNullable(part.headers().get("Content-Type")));
    }

    /** Keeps the fields of a small form in memory. Unknown and repeated fields are refused. */
    record Fields(Set<String> known, Map<String, ByteArrayOutputStream> values) implements Target {
        Fields(String... known) {
            this(Set.of(known), new LinkedHashMap<>());
        }

        @Override
        public OutputStream open(Part head) throws Refusal {
            ByteArrayOutputStream value = new ByteArrayOutputStream();
            if (!known.contains(head.name()) || values.put(head.name(), value) != null) {
                throw new Refusal(400, "a field is unknown or comes twice: " + head.name());
            }
            return value;
        }

        String required(String name) throws Refusal {
            return text(name, StandardCharsets.UTF_8)
                    .filter(value -> !value.isEmpty())
                    .orElseThrow(() -> new Refusal(400, "a required field is missing or empty: " + name));
        }

        Optional<String> text(String name, Charset charset) {
            return Optional.ofNullable(values.get(name)).map(value -> value.toString(charset));
        }
    }
}

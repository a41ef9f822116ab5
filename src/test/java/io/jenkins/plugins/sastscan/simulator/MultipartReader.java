package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Takes {@code multipart/form-data} apart as it streams by (RFC 7578); preamble and epilogue are refused. */
final class MultipartReader {
    private static final int BUFFER = 1 << 16;
    private static final int HEAD_LIMIT = 8192;
    private static final byte[] LINE_END = {'\r', '\n'};

    private final InputStream in;
    private final byte[] delimiter;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;

    private MultipartReader(InputStream in, String boundary) {
        this.in = in;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    }

    static List<BodyPart> read(InputStream in, String boundary, PartTarget target) throws IOException, Refusal {
        return new MultipartReader(in, boundary).parts(target);
    }

    private List<BodyPart> parts(PartTarget target) throws IOException, Refusal {
        for (int i = LINE_END.length; i < delimiter.length; i++) {
            expect(delimiter[i]);
        }
        List<BodyPart> parts = new ArrayList<>();
        while (!atLastBoundary()) {
            BodyPart head = head();
            long length;
            try (OutputStream out = target.open(head)) {
                length = copyUntil(delimiter, out);
            }
            parts.add(head.withLength(length));
        }
        return parts;
    }

    /** What stands behind a boundary: a line end before the next part, or two hyphens and the end of the body. */
    private boolean atLastBoundary() throws IOException, Refusal {
        if (peek() == '\r') {
            expect('\r');
            expect('\n');
            return false;
        }
        expect('-');
        expect('-');
        if (peek() >= 0) {
            expect('\r');
            expect('\n');
            if (peek() >= 0) {
                throw new Refusal(400, "something follows the last boundary");
            }
        }
        return true;
    }

    private BodyPart head() throws IOException, Refusal {
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1
                    || headers.put(
                                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                                    line.substring(colon + 1).trim())
                            != null) {
                throw new Refusal(400, "a part has a malformed header");
            }
        }
        HeaderValue disposition = HeaderValue.parse(headers.getOrDefault("content-disposition", ""))
                .filter(value -> value.value().equals("form-data"))
                .filter(value -> value.parameters().containsKey("name"))
                .orElseThrow(() -> new Refusal(400, "a part is not form-data with a name"));
        return new BodyPart(
                disposition.parameters().get("name"),
                Optional.ofNullable(disposition.parameters().get("filename")),
                Optional.ofNullable(headers.get("content-type")),
                0);
    }

    private String line() throws IOException, Refusal {
        BoundedBytes line = new BoundedBytes(HEAD_LIMIT);
        copyUntil(LINE_END, line);
        if (line.overflowed()) {
            throw new Refusal(400, "a part's header is too long");
        }
        return new String(line.kept(), StandardCharsets.UTF_8);
    }

    /** Copies what comes before an end mark, and steps over the mark. */
    private long copyUntil(byte[] mark, OutputStream out) throws IOException, Refusal {
        long length = 0;
        while (true) {
            int found = find(mark);
            // What could be the beginning of the mark stays until more has been read.
            int sure = found >= 0 ? found : Math.max(position, limit - mark.length + 1);
            out.write(buffer, position, sure - position);
            length += sure - position;
            position = sure;
            if (found >= 0) {
                position += mark.length;
                return length;
            }
            if (!fill()) {
                throw new Refusal(400, "the body ends before its last boundary");
            }
        }
    }

    private int find(byte[] mark) {
        for (int start = position; start <= limit - mark.length; start++) {
            int same = 0;
            while (same < mark.length && buffer[start + same] == mark[same]) {
                same++;
            }
            if (same == mark.length) {
                return start;
            }
        }
        return -1;
    }

    private void expect(int expected) throws IOException, Refusal {
        if (peek() != expected) {
            throw new Refusal(400, "the body is not laid out as multipart");
        }
        position++;
    }

    private int peek() throws IOException {
        return position < limit || fill() ? buffer[position] & 0xff : -1;
    }

    private boolean fill() throws IOException {
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        int read = in.read(buffer, limit, BUFFER - limit);
        limit += Math.max(0, read);
        return read > 0;
    }
}

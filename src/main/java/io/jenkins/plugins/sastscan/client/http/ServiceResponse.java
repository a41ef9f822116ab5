package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.UploadAttempt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The response to an attempt: the status, the header lines, and the part of the body that was read. */
record ServiceResponse(int status, List<String> headers, byte[] body, End end) implements UploadAttempt.Result {
    /** The maximum decompressed size of content that the operation needs, such as a JSON object. */
    static final int MAX_CONTENT = 4 * 1024 * 1024;
    /** The maximum size of other content: the text of an error response, or a web page. */
    static final int MAX_UNNEEDED_CONTENT = 64 * 1024;
    /** The maximum time to read content that is not needed. */
    static final long SECONDS_FOR_UNNEEDED = 3;
    /**
     * The maximum total length of the header lines. This limit is higher than the limits of OkHttp and
     * {@link SocketResponse}, because {@link OkHttpExchange} can add a space to each line.
     */
    static final int MAX_HEAD = 512 * 1024;

    private static final long serialVersionUID = 1;

    enum End {
        COMPLETE,
        TOO_LARGE,
        /** The body is incomplete, or its compression is invalid. */
        BROKEN
    }

    /** @throws IllegalArgumentException if the response, which may come from an agent, is too large */
    ServiceResponse {
        headers = List.copyOf(headers);
        Objects.requireNonNull(end);
        int head = 0;
        for (String header : headers) {
            head = Math.addExact(head, header.length());
        }
        if (head > MAX_HEAD || body.length > MAX_CONTENT) {
            throw new IllegalArgumentException("The response is too large");
        }
    }

    /**
     * @param needed whether the operation needs the content, not just the status
     * @throws IOException if reading the needed content times out
     */
    static End read(InputStream in, boolean needed, ByteArrayOutputStream body) throws IOException {
        int max = needed ? MAX_CONTENT : MAX_UNNEEDED_CONTENT;
        byte[] chunk = new byte[8 * 1024];
        try {
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                int room = max - body.size();
                body.write(chunk, 0, Math.min(length, room));
                if (length > room) {
                    return End.TOO_LARGE;
                }
            }
            return End.COMPLETE;
        } catch (IOException e) {
            if (needed && e instanceof InterruptedIOException) {
                throw e;
            }
            return End.BROKEN;
        }
    }

    Optional<String> header(String name) {
        return header(headers, name);
    }

    /** The value of the last header with this name. */
    static Optional<String> header(List<String> headers, String name) {
        Optional<String> found = Optional.empty();
        for (String header : headers) {
            if (header.startsWith(":", name.length()) && header.regionMatches(true, 0, name, 0, name.length())) {
                found = Optional.of(header.substring(name.length() + 1).strip());
            }
        }
        return found;
    }
}

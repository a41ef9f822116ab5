package io.jenkins.plugins.sastscan.service;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What came back for a request.
 *
 * @param headers its header lines
 * @param body as much of the body as is read of such an answer
 * @param end how the body ended
 */
record ServiceResponse(int status, List<String> headers, byte[] body, End end) implements AttemptResult {
    /** Twice as much as is read, since headers are kept in another form than they came. */
    static final int LONGEST_HEAD = 512 * 1024;

    private static final long serialVersionUID = 1;
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

    /** How the body of an answer ended. */
    enum End {
        WHOLE,
        /** More came than is read. */
        TOO_LARGE,
        /** The connection ended before the body did, or its compression is broken. */
        BROKEN
    }

    /** @throws IllegalArgumentException if no answer can be so: values may come from another machine */
    ServiceResponse {
        headers = List.copyOf(headers);
        Objects.requireNonNull(end);
        int head = 0;
        for (String header : headers) {
            head = Math.addExact(head, header.length());
        }
        if (head > LONGEST_HEAD || body.length > ResponseBodyReader.LONGEST_SUCCESS) {
            throw new IllegalArgumentException("too long an answer");
        }
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    boolean isRedirect() {
        return status >= 300 && status < 400;
    }

    boolean isRefusal() {
        return status >= 400 && status < 600;
    }

    /** Whether the same request may fare better a moment later. */
    boolean isPassing() {
        return PASSING.contains(status);
    }

    Optional<String> header(String name) {
        return header(headers, name);
    }

    /** The value of the last header of a name. */
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

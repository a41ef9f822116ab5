package io.jenkins.plugins.sastscan.service;

import java.util.Optional;
import java.util.Set;
import okhttp3.Headers;

/**
 * What came back for a request.
 *
 * @param body as much of the body as is read of such an answer
 * @param end how the body ended
 */
record Answer(int status, Headers headers, byte[] body, End end) implements Outcome {
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

    /** How the body of an answer ended. */
    enum End {
        WHOLE,
        /** More came than is read. */
        TOO_LARGE,
        /** The connection ended before the body did, or its compression is broken. */
        BROKEN
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

    @Override
    public boolean isPassing() {
        return PASSING.contains(status);
    }

    @Override
    public Answer answer() {
        return this;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}

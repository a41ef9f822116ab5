package io.jenkins.plugins.sastscan.simulator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tokens that are accepted at the moment. */
final class TokenStore {
    private final Clock clock;
    private final Map<String, Instant> ends = new HashMap<>();
    private int issued;

    /** @param fixed accepted from the beginning and without end, until revoked */
    TokenStore(Clock clock, String fixed) {
        this.clock = clock;
        ends.put(fixed, Instant.MAX);
    }

    synchronized String issue(Duration life) {
        String token = "issued-token-" + ++issued;
        ends.put(token, clock.instant().plus(life));
        return token;
    }

    synchronized void accept(String token) {
        ends.put(token, Instant.MAX);
    }

    synchronized int issued() {
        return issued;
    }

    synchronized void revokeAll() {
        ends.clear();
    }

    /** Whether a request carries one Authorization header with a token that has not ended. */
    synchronized boolean accepts(List<String> authorization) {
        if (authorization == null
                || authorization.size() != 1
                || !authorization.get(0).startsWith("Bearer ")) {
            return false;
        }
        Instant end = ends.get(authorization.get(0).substring("Bearer ".length()));
        return end != null && clock.instant().isBefore(end);
    }
}

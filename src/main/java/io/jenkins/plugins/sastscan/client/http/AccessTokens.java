package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Operation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.HttpUrl;

/**
 * The access tokens from a token endpoint, for one connection. A token is
 * requested when a call needs it, and is kept until shortly before it expires.
 */
final class AccessTokens {
    /**
     * A token is renewed this long before it expires. If the lifetime is shorter than ten minutes, the token is renewed
     * after nine tenths of the lifetime.
     */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final Duration MAX_LIFETIME = Duration.ofDays(365);

    private final OAuthSettings oauth;
    private final HttpCalls http;
    private final ReentrantLock lock = new ReentrantLock();
    private Held held;

    AccessTokens(OAuthSettings oauth, HttpCalls http) {
        this.oauth = oauth;
        this.http = http;
    }

    private record Held(AccessToken token, Deadline end) {}

    /**
     * Returns a token from the token endpoint. If the SAST server has rejected a token from
     * the token endpoint, a new one is requested, unless a concurrent call has already done so.
     *
     * @param rejected compared by identity, because a new token can have the same value; null if no token was rejected
     */
    AccessToken get(AccessToken rejected, Deadline deadline) throws ServiceException, InterruptedException {
        ServiceCall call = call(oauth);
        if (!lock.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
            http.attempt(call, AttemptResult.none(Phase.CONNECT, Kind.TIME_LIMIT), deadline)
                    .success();
        }
        try {
            if (held == null || held.end().remaining().isZero() || held.token() == rejected) {
                held = null;
                held = request(call, deadline);
            }
            return held.token();
        } finally {
            lock.unlock();
        }
    }

    /** Requests a token as RFC 6749 describes in sections 4.3 and 4.4. */
    private static ServiceCall call(OAuthSettings oauth) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", oauth.user().isPresent() ? "password" : "client_credentials");
        oauth.user().ifPresent(owner -> {
            form.put("username", owner.name());
            form.put("password", owner.password().reveal());
        });
        form.put("scope", oauth.scope());
        form.put("client_id", oauth.client().id());
        form.put("client_secret", oauth.client().secret().reveal());
        form.values().removeIf(String::isEmpty);
        return new ServiceCall(Operation.TOKEN, HttpUrl.get(oauth.tokenUrl().toString()))
                .withFields(form, UploadEncoding.FORM);
    }

    private Held request(ServiceCall call, Deadline deadline) throws ServiceException, InterruptedException {
        long start = http.clock().nanoTime();
        JsonNode json = http.last(call, Optional.empty(), deadline).success();
        String token = json.path("access_token").asText("");
        boolean bearer = json.path("token_type").asText("Bearer").equalsIgnoreCase("Bearer");
        if (!AccessToken.isValid(token) || !bearer) {
            String why = bearer ? "the response has no usable access_token" : "the token is not a Bearer token";
            throw call.failure(200, why + ". Check the token URL.");
        }
        Duration lifetime = usableLifetime(json.path("expires_in").asLong(Long.MAX_VALUE));
        // The lifetime starts when the token is requested, not when it arrives.
        return new Held(new AccessToken(token), new Deadline(http.clock(), lifetime, start));
    }

    /** Returns how long a token with this lifetime is used. */
    private static Duration usableLifetime(long seconds) {
        Duration whole = Duration.ofSeconds(Math.max(0, Math.min(seconds, MAX_LIFETIME.toSeconds())));
        Duration tenth = whole.dividedBy(10);
        return whole.minus(tenth.compareTo(MARGIN) < 0 ? tenth : MARGIN);
    }
}

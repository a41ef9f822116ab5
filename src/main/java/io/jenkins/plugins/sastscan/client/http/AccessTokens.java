package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Operation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;

/** The access tokens from a token endpoint. A token is kept until shortly before it expires. */
final class AccessTokens {
    /**
     * A token is renewed this long before it expires. If the lifetime is shorter than ten minutes, the token is renewed
     * after nine tenths of the lifetime.
     */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final Duration MAX_LIFETIME = Duration.ofDays(365);

    private final OAuthSettings oauth;
    private final HttpCalls http;
    private AccessToken held;
    private Deadline end;

    AccessTokens(OAuthSettings oauth, HttpCalls http) {
        this.oauth = oauth;
        this.http = http;
    }

    /** @param renew whether the SAST server has rejected the current token */
    AccessToken get(boolean renew, Deadline deadline) throws ServiceException, InterruptedException {
        if (renew || held == null || end.isPassed()) {
            held = null;
            held = request(deadline);
        }
        return held;
    }

    /** Requests a token as RFC 6749 describes in sections 4.3 and 4.4. */
    private ServiceCall call() {
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

    private AccessToken request(Deadline deadline) throws ServiceException, InterruptedException {
        ServiceCall call = call();
        // The lifetime starts when the token is requested, not when it arrives.
        long start = http.clock().nanoTime();
        JsonNode json = http.last(call, Optional.empty(), deadline).success();
        String token = json.path("access_token").asText("");
        boolean bearer = json.path("token_type").asText("Bearer").equalsIgnoreCase("Bearer");
        if (!AccessToken.isValid(token) || !bearer) {
            String why = bearer ? "the response has no usable access_token" : "the token is not a Bearer token";
            throw call.failure(200, why + ". Check the token URL.");
        }
        Duration lifetime = usableLifetime(json.path("expires_in").asLong(Long.MAX_VALUE));
        end = new Deadline(http.clock(), lifetime, start);
        return new AccessToken(token);
    }

    /** Returns how long a token with this lifetime is used. */
    private static Duration usableLifetime(long seconds) {
        Duration whole = Duration.ofSeconds(Math.max(0, Math.min(seconds, MAX_LIFETIME.toSeconds())));
        Duration tenth = whole.dividedBy(10);
        return whole.minus(tenth.compareTo(MARGIN) < 0 ? tenth : MARGIN);
    }
}

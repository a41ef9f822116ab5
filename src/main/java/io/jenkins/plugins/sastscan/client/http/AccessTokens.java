package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Operation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;

/** The access tokens from a token endpoint, which are kept until shortly before they expire. */
final class AccessTokens {
    /** A token is renewed this long before it expires. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

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
    private AccessToken request(Deadline deadline) throws ServiceException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", oauth.user().isPresent() ? "password" : "client_credentials");
        oauth.user().ifPresent(owner -> {
            form.put("username", owner.name());
            form.put("password", owner.password().reveal());
        });
        form.put("scope", oauth.scope());
        form.put("client_id", oauth.clientId());
        form.put("client_secret", oauth.clientSecret().reveal());
        form.values().removeIf(String::isEmpty);
        ServiceCall call =
                new ServiceCall(Operation.TOKEN, HttpUrl.get(oauth.tokenUrl().text()), form);
        JsonNode json = http.last(call, Optional.empty(), deadline).success();
        String token = json.path("access_token").asText("");
        boolean bearer = json.path("token_type").asText("Bearer").equalsIgnoreCase("Bearer");
        if (!AccessToken.isValid(token) || !bearer) {
            String why = bearer ? "the response has no usable access_token" : "the token is not a Bearer token";
            throw call.failure(200, why + ". Check the token URL.");
        }
        Duration lifetime =
                Duration.ofSeconds(Math.max(0, json.path("expires_in").asLong(Long.MAX_VALUE)));
        end = new Deadline(http.clock, lifetime.minus(MARGIN));
        return new AccessToken(token);
    }
}

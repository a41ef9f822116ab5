package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The OAuth 2.0 token endpoint (RFC 6749, sections 4.3, 4.4 and 5), with client id and secret in the form, and the tokens
 * that are accepted at the moment.
 */
final class TokenEndpoint {
    private static final Set<String> FIELDS =
            Set.of("grant_type", "username", "password", "scope", "client_id", "client_secret");

    private final Map<String, Instant> ends = new HashMap<>();
    private OAuthClient client;
    private Duration life = Duration.ofDays(1);
    private int issued;

    /** @param fixed accepted from the beginning and without end, until revoked */
    TokenEndpoint(OAuthClient client, String fixed) {
        this.client = client;
        accept(fixed);
    }

    synchronized void life(Duration newLife) {
        life = newLife;
    }

    synchronized OAuthClient client() {
        return client;
    }

    synchronized void client(OAuthClient another) {
        client = another;
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

    /** Whether an Authorization header has a token that has not ended. */
    synchronized boolean accepts(String authorization) {
        Instant end =
                authorization.startsWith("Bearer ") ? ends.get(authorization.substring("Bearer ".length())) : null;
        return end != null && Instant.now().isBefore(end);
    }

    Reply answer(Call call) throws IOException {
        String error = error(call);
        if (!error.isEmpty()) {
            return Reply.json(400, Map.of("error", error));
        }
        return Reply.json(200, issue());
    }

    private synchronized Map<String, Object> issue() {
        String value = "issued-token-" + ++issued;
        ends.put(value, Instant.now().plus(life));
        Map<String, Object> token = new LinkedHashMap<>();
        token.put("access_token", value);
        token.put("expires_in", life.toSeconds());
        token.put("token_type", "Bearer");
        return token;
    }

    /** The error code of RFC 6749, section 5.2; empty when there is nothing wrong. */
    private synchronized String error(Call call) throws IOException {
        Fields form = new Fields(FIELDS);
        try {
            if (call.rawQuery() != null || !call.header("Content-Type").equals("application/x-www-form-urlencoded")) {
                return "invalid_request";
            }
            call.holds(FormDecoder.read(call.body(), form));
            if (!has(form, "client_id", client.clientId()) || !has(form, "client_secret", client.clientSecret())) {
                return "invalid_client";
            }
            boolean user = has(form, "username", client.userName()) && has(form, "password", client.password());
            String grantError =
                    switch (form.required("grant_type")) {
                        case "password" -> user ? "" : "invalid_grant";
                        case "client_credentials" -> "";
                        default -> "unsupported_grant_type";
                    };
            return !grantError.isEmpty() || has(form, "scope", client.scope()) ? grantError : "invalid_scope";
        } catch (Refusal malformed) {
            return "invalid_request";
        }
    }

    private static boolean has(Fields form, String name, String expected) {
        return form.text(name, StandardCharsets.UTF_8).filter(expected::equals).isPresent();
    }
}

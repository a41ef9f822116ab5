package io.jenkins.plugins.sastscan.simulator;

import io.jenkins.plugins.sastscan.simulator.Forms.Fields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The OAuth 2.0 token endpoint (RFC 6749, sections 4.3, 4.4 and 5), and the currently accepted tokens. Clients send
 * their ID and secret as form fields in the request body.
 */
final class TokenEndpoint {
    final Set<String> accepted = ConcurrentHashMap.newKeySet();
    final AtomicInteger issued = new AtomicInteger();
    volatile Simulator.OAuthClient client;

    boolean accepts(String authorization) {
        return authorization.startsWith("Bearer ") && accepted.contains(authorization.substring("Bearer ".length()));
    }

    Reply answer(Call call) throws IOException {
        String error = error(call);
        if (!error.isEmpty()) {
            return Reply.json(400, Map.of("error", error));
        }
        String token = "issued-token-" + issued.incrementAndGet();
        accepted.add(token);
        return Reply.json(200, Map.of("access_token", token, "expires_in", 86_400, "token_type", "Bearer"));
    }

    /** The error code (RFC 6749, section 5.2), or an empty text if the request is valid. */
    private String error(Call call) throws IOException {
        Fields form = new Fields("grant_type", "username", "password", "scope", "client_id", "client_secret");
        try {
            if (call.rawQuery() != null || !call.header("Content-Type").equals("application/x-www-form-urlencoded")) {
                return "invalid_request";
            }
            call.recordParts(Forms.urlencoded(call.body(), form));
            boolean user = has(form, "username", client.userName()) && has(form, "password", client.password());
            String grant = form.required("grant_type");
            if (!has(form, "client_id", client.clientId()) || !has(form, "client_secret", client.clientSecret())) {
                return "invalid_client";
            } else if (!Set.of("password", "client_credentials").contains(grant)) {
                return "unsupported_grant_type";
            } else if (grant.equals("password") && !user) {
                return "invalid_grant";
            }
            return has(form, "scope", client.scope()) ? "" : "invalid_scope";
        } catch (Refusal malformed) {
            return "invalid_request";
        }
    }

    private static boolean has(Fields form, String name, String expected) {
        return form.text(name, StandardCharsets.UTF_8).filter(expected::equals).isPresent();
    }
}

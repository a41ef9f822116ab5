package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The OAuth 2.0 token endpoint (RFC 6749, sections 4.3, 4.4 and 5), with client id and secret in the form. */
final class TokenEndpoint {
    private static final Set<String> FIELDS =
            Set.of("grant_type", "username", "password", "scope", "client_id", "client_secret");

    private volatile OAuthClient client;
    private final TokenStore tokens;
    private volatile Duration life = Duration.ofDays(1);

    TokenEndpoint(OAuthClient client, TokenStore tokens) {
        this.client = client;
        this.tokens = tokens;
    }

    void life(Duration newLife) {
        life = newLife;
    }

    OAuthClient client() {
        return client;
    }

    void client(OAuthClient another) {
        client = another;
    }

    Reply answer(Call call) throws IOException {
        String error = error(call);
        if (!error.isEmpty()) {
            return Reply.json(400, Map.of("error", error)).with("Cache-Control", "no-store");
        }
        Map<String, Object> token = new LinkedHashMap<>();
        token.put("access_token", tokens.issue(life));
        token.put("expires_in", life.toSeconds());
        token.put("token_type", "Bearer");
        return Reply.json(200, token).with("Cache-Control", "no-store");
    }

    /** The error code of RFC 6749, section 5.2; empty when there is nothing wrong. */
    private String error(Call call) throws IOException {
        SmallFields form = new SmallFields(FIELDS);
        try {
            if (call.rawQuery() != null
                    || HeaderValue.single(call.headers().get("Content-Type"))
                            .filter(type -> type.value().equals("application/x-www-form-urlencoded"))
                            .isEmpty()) {
                return "invalid_request";
            }
            call.holds(FormDecoder.read(call.body(), form));
            if (!has(form, "client_id", client.clientId()) || !has(form, "client_secret", client.clientSecret())) {
                return "invalid_client";
            }
            String grantError = grantError(form);
            return !grantError.isEmpty() || has(form, "scope", client.scope()) ? grantError : "invalid_scope";
        } catch (Refusal malformed) {
            return "invalid_request";
        }
    }

    private String grantError(SmallFields form) throws Refusal {
        boolean user = has(form, "username", client.userName()) && has(form, "password", client.password());
        return switch (form.required("grant_type")) {
            case "password" -> user ? "" : "invalid_grant";
            case "client_credentials" -> "";
            default -> "unsupported_grant_type";
        };
    }

    private static boolean has(SmallFields form, String name, String expected) throws Refusal {
        return form.text(name, StandardCharsets.UTF_8).filter(expected::equals).isPresent();
    }
}

package io.jenkins.plugins.sastscan.service;

import java.util.Optional;

/**
 * How to request access tokens from an OAuth 2.0 token endpoint. Not serializable on purpose: only the tokens may leave
 * the controller.
 *
 * @param user who the token is for (grant type {@code password}); empty for the client itself
 *     ({@code client_credentials})
 * @param scope {@link #DEFAULT_SCOPE} unless the SAST server requires another; empty for none
 */
public record OAuthSettings(ServiceUrl tokenUrl, Client client, Optional<User> user, String scope)
        implements ServiceAuthentication {
    /** The scope that the contract requires. */
    public static final String DEFAULT_SCOPE = "sast_api";

    public OAuthSettings {
        if (!scope.isEmpty()) {
            Checks.line("OAuth scope", scope);
        }
    }

    /** @param secret empty for a public client */
    public record Client(String id, SecretText secret) {
        public Client {
            Checks.line("OAuth client ID", id);
            Checks.encodable("OAuth client secret", secret.reveal());
        }
    }

    /** A user of the SAST server. */
    public record User(String name, SecretText password) {
        public User {
            Checks.line("user name", name);
            Checks.required("password", password.reveal());
        }
    }
}

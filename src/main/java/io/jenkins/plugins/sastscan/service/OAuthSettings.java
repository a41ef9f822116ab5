package io.jenkins.plugins.sastscan.service;

import java.util.Objects;

/**
 * How an access token is asked for at an OAuth 2.0 token endpoint. Not serializable on purpose: only the token that it
 * yields may travel.
 *
 * @param tokenUrl the token endpoint
 * @param client the client's id and secret
 * @param grant whom the token is for
 * @param scope the scope asked for, {@link #DEFAULT_SCOPE} unless the service wants another; empty to ask for none
 */
public record OAuthSettings(TokenAddress tokenUrl, Client client, Grant grant, String scope) {
    /** The scope that the contract requires. */
    public static final String DEFAULT_SCOPE = "sast_api";

    public OAuthSettings {
        Objects.requireNonNull(tokenUrl);
        Objects.requireNonNull(client);
        Objects.requireNonNull(grant);
        if (!scope.isEmpty()) {
            Checks.line("OAuth scope", scope);
        }
    }

    /**
     * The client.
     *
     * @param id its id
     * @param secret its secret, empty for a public client
     */
    public record Client(String id, SecretText secret) {
        public Client {
            Checks.line("OAuth client id", id);
            Checks.wellFormed("OAuth client secret", secret.reveal());
        }
    }

    /** Whom the token is for. */
    public sealed interface Grant {}

    /** The client itself: grant {@code client_credentials}. */
    public record ClientCredentials() implements Grant {}

    /** A user of the service: grant {@code password}. */
    public record Password(String userName, SecretText password) implements Grant {
        public Password {
            Checks.line("user name", userName);
            Checks.required("password", password.reveal());
        }
    }
}

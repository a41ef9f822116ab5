package io.jenkins.plugins.sastscan.service;

/**
 * How to request access tokens from an OAuth 2.0 token endpoint. Not serializable on purpose: only the tokens may leave
 * the controller.
 *
 * @param scope {@link #DEFAULT_SCOPE} unless the SAST server requires another; empty for none
 */
public record OAuthSettings(ServiceUrl tokenUrl, Client client, TokenGrant grant, String scope)
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

    /** Who the token is for. */
    public sealed interface TokenGrant {}

    /** The client itself: grant type {@code client_credentials}. */
    public record ClientCredentials() implements TokenGrant {}

    /** A user of the SAST server: grant type {@code password}. */
    public record Password(String userName, SecretText password) implements TokenGrant {
        public Password {
            Checks.line("user name", userName);
            Checks.required("password", password.reveal());
        }
    }
}

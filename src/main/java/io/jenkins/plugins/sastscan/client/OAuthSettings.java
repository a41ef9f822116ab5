package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.Checks;
import java.util.Optional;

/**
 * How to request access tokens from an OAuth 2.0 token endpoint. Deliberately not serializable, because only the tokens
 * may leave the controller.
 *
 * @param clientSecret empty for a public client
 * @param user the user for whom tokens are requested (grant type {@code password}); if empty, the client requests them
 *     for itself ({@code client_credentials})
 * @param scope empty to request no scope
 */
public record OAuthSettings(
        ServiceUrl tokenUrl, String clientId, SecretText clientSecret, Optional<User> user, String scope)
        implements Authentication {
    /** The scope that the contract requires. */
    public static final String DEFAULT_SCOPE = "sast_api";

    public OAuthSettings {
        Checks.line("OAuth client ID", clientId);
        Checks.encodable("OAuth client secret", clientSecret.reveal());
        if (!scope.isEmpty()) {
            Checks.line("OAuth scope", scope);
        }
        user.ifPresent(owner -> Checks.required("password", owner.password().reveal()));
    }

    @Override
    public SecretMask mask() {
        return SecretMask.of(clientSecret).and(user.map(User::mask).orElse(SecretMask.NONE));
    }
}

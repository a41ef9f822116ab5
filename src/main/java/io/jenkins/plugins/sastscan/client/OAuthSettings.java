package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.http.Operation;
import io.jenkins.plugins.sastscan.client.http.ServiceCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * How to request access tokens from an OAuth 2.0 token endpoint. Deliberately not serializable, because only the tokens
 * may leave the controller.
 *
 * @param user the user for whom tokens are requested (grant type {@code password}); if empty, the client requests them
 *     for itself ({@code client_credentials})
 * @param scope empty to request no scope
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

    /** Requests tokens as RFC 6749 describes in sections 4.3 and 4.4. */
    @Override
    public AccessToken token(RequestedTokens requested) throws ServiceException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", user.isPresent() ? "password" : "client_credentials");
        user.ifPresent(owner -> {
            form.put("username", owner.name());
            form.put("password", owner.password().reveal());
        });
        form.put("scope", scope);
        form.put("client_id", client.id());
        form.put("client_secret", client.secret().reveal());
        form.values().removeIf(String::isEmpty);
        return requested.get(new ServiceCall(Operation.TOKEN, HttpUrl.get(tokenUrl.toString()))
                .withFields(form, UploadEncoding.FORM)
                .withSecrets(secrets()));
    }

    @Override
    public List<SecretText> secrets() {
        List<SecretText> secrets = new ArrayList<>(List.of(client.secret()));
        user.ifPresent(owner -> secrets.addAll(List.of(owner.password(), new SecretText(owner.name()))));
        return secrets;
    }

    /** @param secret empty for a public client */
    public record Client(String id, SecretText secret) {
        public Client {
            Checks.line("OAuth client ID", id);
            Checks.encodable("OAuth client secret", secret.reveal());
        }
    }

    public record User(String name, SecretText password) {
        public User {
            Checks.line("user name", name);
            Checks.required("password", password.reveal());
        }
    }
}

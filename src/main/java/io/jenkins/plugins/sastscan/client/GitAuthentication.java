package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.Checks;
import java.util.Map;

/**
 * How the SAST server authenticates with a Git repository. Deliberately not serializable, because Git secrets are sent
 * only to the SAST server.
 *
 * @param userName empty unless the secret is a password
 * @param secretName whether texts must not show the user name
 */
public record GitAuthentication(Kind kind, String userName, SecretText secret, boolean secretName) {
    public static final GitAuthentication NONE = new GitAuthentication(Kind.NONE, new SecretText(""));

    /** The values of the field {@code authentication}. */
    public enum Kind {
        NONE("none"),
        USER_PASSWORD("credentials"),
        TOKEN("PAT"),
        /** A private key without a passphrase, because the contract has no field for a passphrase. */
        SSH_KEY("ssh");

        public final String method;

        Kind(String method) {
            this.method = method;
        }
    }

    public GitAuthentication {
        switch (kind) {
            case NONE -> {}
            case USER_PASSWORD -> {
                Checks.line("Git user name", userName);
                Checks.encodable("Git password", secret.reveal());
            }
            case TOKEN -> Checks.line("Git token", secret.reveal());
            case SSH_KEY -> Checks.required("SSH private key", secret.reveal());
        }
    }

    public GitAuthentication(Kind kind, SecretText secret) {
        this(kind, "", secret, false);
    }

    /** The fields of a request, with the secret. */
    Map<String, String> fields() {
        String sent = secret.reveal();
        return switch (kind) {
            case NONE -> Map.of("authentication", kind.method);
            case USER_PASSWORD -> Map.of("authentication", kind.method, "userName", userName, "password", sent);
            case TOKEN -> Map.of("authentication", kind.method, "pat", sent);
            case SSH_KEY -> Map.of("privateKey", sent);
        };
    }

    /** Masks the secrets in texts. */
    public SecretMask mask() {
        return SecretMask.of(secret).andName(secretName ? userName : "");
    }
}

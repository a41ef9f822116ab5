package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.Checks;

/**
 * How the SAST server authenticates with a Git repository (operation 7). Deliberately not serializable, because Git
 * secrets are sent only to the SAST server.
 *
 * @param userName empty unless the secret is a password
 * @param secretName whether texts must not show the user name
 */
public record GitAuthentication(Kind kind, String userName, SecretText secret, boolean secretName) {
    public static final GitAuthentication NONE = new GitAuthentication(Kind.NONE, new SecretText(""));

    /**
     * The values of the field {@code authentication}. Each value except {@code none} has its own field for the secret.
     */
    public enum Kind {
        NONE("none", ""),
        USER_PASSWORD("credentials", "password"),
        TOKEN("PAT", "pat"),
        /** A private key without a passphrase, because the contract has no field for a passphrase. */
        SSH_KEY("ssh", "privateKey");

        final String method;
        final String secretField;

        Kind(String method, String secretField) {
            this.method = method;
            this.secretField = secretField;
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

    /** Masks the secrets in texts. */
    public SecretMask mask() {
        return SecretMask.of(secret).andName(secretName ? userName : "");
    }

    public String method() {
        return kind.method;
    }
}

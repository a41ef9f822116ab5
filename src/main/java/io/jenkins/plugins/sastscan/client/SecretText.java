package io.jenkins.plugins.sastscan.client;

import java.util.Objects;

/**
 * A password, token or key, which {@link #toString()} does not reveal. Deliberately not serializable, so that an object
 * with a field of this type cannot be sent to another machine.
 *
 * @param reveal the secret, which may be empty; send it only to the server for which it is meant
 */
public record SecretText(String reveal) {
    public SecretText {
        Objects.requireNonNull(reveal);
    }

    @Override
    public String toString() {
        return "****";
    }
}

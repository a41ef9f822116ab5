package io.jenkins.plugins.sastscan.service;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * A password, token or key, which {@link #toString()} does not reveal. Deliberately not serializable, so that an object
 * with a field of this type cannot be sent to another machine.
 */
public final class SecretText {
    private final String text;

    private SecretText(String text) {
        this.text = Objects.requireNonNull(text);
    }

    /** @param text may be empty */
    public static SecretText of(String text) {
        return new SecretText(text);
    }

    /** Send the result only to the server for which the secret is meant. */
    public String reveal() {
        return text;
    }

    /** Compares in constant time. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SecretText secret && MessageDigest.isEqual(bytes(), secret.bytes());
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "****";
    }

    private byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package io.jenkins.plugins.sastscan.service;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * A password, token or key. {@link #toString()} does not reveal it. Deliberately not serializable: an object with a
 * field of this type cannot be sent to another machine.
 */
public final class SecretText {
    private final String text;

    private SecretText(String text) {
        this.text = Objects.requireNonNull(text);
    }

    /** Wraps a secret. The secret may be empty. */
    public static SecretText of(String text) {
        return new SecretText(text);
    }

    /** Returns the secret itself. Send it only to the server for which it is meant. */
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

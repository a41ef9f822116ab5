package io.jenkins.plugins.sastscan.service;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * A password, token or key. {@link #toString()} hides it. Not serializable on purpose: an object that contains a secret
 * stays on its machine.
 */
public final class SecretText {
    private final String text;

    private SecretText(String text) {
        this.text = Objects.requireNonNull(text);
    }

    /** Wraps a secret, which may be empty. */
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

package io.jenkins.plugins.sastscan.service;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;

/**
 * A password, token or key. Its text form is redacted, so that nothing that prints its values prints the secret. Not
 * serializable on purpose: what holds one stays on its machine.
 */
public final class SecretText {
    private final String text;

    private SecretText(String text) {
        this.text = Objects.requireNonNull(text);
    }

    /** The secret made of this text; may be empty. */
    public static SecretText of(String text) {
        return new SecretText(text);
    }

    /** The secret itself: for sending it to the service that it belongs to, and nothing else. */
    public String reveal() {
        return text;
    }

    /** Words of others, such as a program's, with {@code ****} in place of these secrets in each form of an echo. */
    public static String mask(String words, List<SecretText> secrets) {
        return SecretMask.of(secrets.toArray(SecretText[]::new)).mask(words);
    }

    /** Compares in a time that does not tell how much of two secrets is equal. */
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

    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

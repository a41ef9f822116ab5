package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;

/** A Bearer access token: the one secret that may go to an agent, for an upload. Its text form is redacted. */
public final class AccessToken implements Serializable {
    private static final long serialVersionUID = 1;

    private final String text;

    /** @param value visible ASCII characters without spaces, as an HTTP header can carry them */
    public AccessToken(SecretText value) {
        this.text = value.reveal();
        if (text.isEmpty()) {
            throw new InvalidInputException("The access token is missing; give one.");
        }
        if (!sendable(text)) {
            throw new InvalidInputException("The access token contains a space, a line break or another character that"
                    + " cannot be sent; copy it again without anything around it.");
        }
    }

    /** Whether a header can carry this text as a token. */
    static boolean sendable(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    /** The secret that it is. */
    public SecretText value() {
        return SecretText.of(text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AccessToken token && value().equals(token.value());
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return value().toString();
    }
}

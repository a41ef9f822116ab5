package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;

/** The only secret of a SAST server that agents receive. They receive it only for uploads. */
public final class AccessToken implements ServiceAuthentication, Serializable {
    private static final long serialVersionUID = 1;

    private final String text;

    /** @param value visible ASCII characters without spaces, as an HTTP header requires */
    public AccessToken(SecretText value) {
        this.text = value.reveal();
        if (text.isEmpty()) {
            throw new InvalidInputException("The access token is empty. Enter one.");
        }
        if (!isValid(text)) {
            throw new InvalidInputException("The access token contains a space, a line break or another invalid"
                    + " character. Copy it again, without anything around it.");
        }
    }

    /** Tells whether this text can be sent as an access token in an HTTP header. */
    public static boolean isValid(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    public SecretText value() {
        return SecretText.of(text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AccessToken token && text.equals(token.text);
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

package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.Checks;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;

/**
 * Of all secrets of a SAST server, agents receive only this one, and only for uploads.
 *
 * @param reveal the token: visible ASCII characters without spaces, as an HTTP header requires
 */
public record AccessToken(String reveal) implements Authentication, Serializable {
    public AccessToken {
        Checks.required("access token", reveal);
        if (!isValid(reveal)) {
            throw new InvalidInputException("The access token contains a space, a line break or another invalid"
                    + " character. Copy it again, without anything around it.");
        }
    }

    /** Tells whether this text can be sent as an access token in an HTTP header. */
    public static boolean isValid(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    @Override
    public SecretMask mask() {
        return SecretMask.of(new SecretText(reveal));
    }

    @Override
    public String toString() {
        return "****";
    }
}

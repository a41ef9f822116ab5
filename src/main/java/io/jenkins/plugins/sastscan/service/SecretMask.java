package io.jenkins.plugins.sastscan.service;

import java.util.List;
import java.util.stream.Stream;

/** The secrets of a call, taken out of whatever is shown, in each form that an echo of them may have. */
final class SecretMask {
    static final SecretMask NONE = new SecretMask(List.of());

    /** Taking shorter secrets out would tear words apart, and their places would tell what they are. */
    private static final int SHORTEST_MASKED = 4;

    private static final String WITHHELD = "words withheld, since a secret of this call is too short to be masked";

    private final List<SecretText> known;

    private SecretMask(List<SecretText> known) {
        this.known = known;
    }

    static SecretMask of(SecretText... secrets) {
        return new SecretMask(List.of(secrets));
    }

    SecretMask and(SecretText secret) {
        return new SecretMask(Stream.concat(known.stream(), Stream.of(secret)).toList());
    }

    /** Also takes out what a proxy is told, if there is one that wants a user. */
    SecretMask and(ProxySettings settings) {
        if (!(settings instanceof ProxySettings.Authenticated proxy)) {
            return this;
        }
        String user = proxy.userName();
        SecretMask more = and(proxy.password())
                .and(SecretText.of(user + ":" + proxy.password().reveal()));
        return user.length() < SHORTEST_MASKED ? more : more.and(SecretText.of(user));
    }

    /** Words of others with {@code ****} in place of each secret, or nothing of them if a secret is too short for that. */
    String mask(String text) {
        return isAnyTooShort() && !text.isBlank() ? WITHHELD : maskLong(text);
    }

    /** A text of our own with {@code ****} in place of each secret that is not too short. */
    String maskLong(String text) {
        return masked(new SecretFinder(text, false));
    }

    /** Masks text that was cut somewhere: what may be the beginning of a secret is cut from its end, too. */
    String maskCut(String text) {
        return isAnyTooShort() ? mask(text) : masked(new SecretFinder(text, true));
    }

    private String masked(SecretFinder echoes) {
        known.stream()
                .flatMap(secret -> Stream.of(secret.reveal(), secret.reveal().strip()))
                .distinct()
                .filter(secret -> secret.length() >= SHORTEST_MASKED)
                .forEach(echoes::find);
        return echoes.masked();
    }

    private boolean isAnyTooShort() {
        return known.stream()
                .map(secret -> secret.reveal().strip())
                .anyMatch(secret -> !secret.isEmpty() && secret.length() < SHORTEST_MASKED);
    }
}

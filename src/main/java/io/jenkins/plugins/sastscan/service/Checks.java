package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.Duration;

/** Refuses what cannot be sent as it is. No refusal shows the value, since it may be a secret. */
final class Checks {
    private Checks() {}

    /** Text that must say something and fit on one line. */
    static String line(String what, String text) {
        required(what, text);
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidInputException(
                    "The " + what + " contains a line break or another control character; give it on one line.");
        }
        return text;
    }

    /** Text that must say something. */
    static void required(String what, String text) {
        if (text == null || text.isBlank()) {
            throw new InvalidInputException("The " + what + " is missing; give one.");
        }
        wellFormed(what, text);
    }

    /** Text that has a form in UTF-8, that is no half of a surrogate pair. */
    static void wellFormed(String what, String text) {
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new InvalidInputException("The " + what + " contains a broken character; type it again.");
        }
    }

    /** A time span that is longer than nothing and no longer than {@code longest}. */
    static void span(String what, Duration span, Duration longest) {
        if (span == null || span.isNegative() || span.isZero() || span.compareTo(longest) > 0) {
            throw new InvalidInputException(
                    "The " + what + " must be longer than 0 and at most " + longest.toSeconds() + " seconds.");
        }
    }
}

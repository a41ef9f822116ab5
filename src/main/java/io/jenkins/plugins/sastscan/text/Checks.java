package io.jenkins.plugins.sastscan.text;

/** Checks texts. Error messages do not contain the text, because it may be a secret. */
public final class Checks {
    private Checks() {}

    public static String line(String name, String text) {
        required(name, text);
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidInputException(
                    "The " + name + " contains a line break or another control character. Enter it again.");
        }
        return text;
    }

    public static void required(String name, String text) {
        if (text == null || text.isBlank()) {
            throw new InvalidInputException("The " + name + " is missing. Enter it.");
        }
        encodable(name, text);
    }

    /** Rejects unpaired surrogates, which UTF-8 cannot encode. */
    public static void encodable(String name, String text) {
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new InvalidInputException("The " + name + " contains an invalid character. Enter it again.");
        }
    }
}

package io.jenkins.plugins.sastscan.text;

/**
 * A value from a user or a configuration is invalid. The message, a sentence for users, says what is wrong and what to
 * do. It never contains a secret. Thrown before anything is changed.
 */
public final class InvalidInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public InvalidInputException(String sentence) {
        super(PlainText.oneLine(sentence));
    }
}

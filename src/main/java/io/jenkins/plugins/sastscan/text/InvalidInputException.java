package io.jenkins.plugins.sastscan.text;

/**
 * A value from a user or a configuration is invalid. The message tells users what is wrong and what to do, and never
 * contains a secret. The exception is thrown before anything is changed.
 */
public final class InvalidInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public InvalidInputException(String sentence) {
        super(PlainText.oneLine(sentence));
    }
}

package io.jenkins.plugins.sastscan.text;

/**
 * A user or a configuration set an invalid value. The message says what is wrong and what to do, and contains no
 * secret.
 */
public final class InvalidInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public InvalidInputException(String sentence) {
        super(PlainText.oneLine(sentence));
    }
}

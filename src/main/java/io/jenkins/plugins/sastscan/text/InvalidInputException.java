package io.jenkins.plugins.sastscan.text;

/**
 * Something that a person or a configuration gave cannot be used. The message is one sentence for that person: what is
 * wrong, and what to give instead. It never holds a secret, and nothing has been done when it is thrown.
 */
public final class InvalidInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public InvalidInputException(String sentence) {
        super(PlainText.oneLine(sentence));
    }
}

package io.jenkins.plugins.sastscan.text;

/**
 * Reports an invalid value, for example in a form, a Jenkinsfile or a configuration file. The message says what is
 * wrong and what to do, and contains no secret.
 */
public final class InvalidInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public InvalidInputException(String sentence) {
        super(PlainText.oneLine(sentence));
    }
}

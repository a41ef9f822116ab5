package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;

/** The ID of a project on a SAST server: a positive 64-bit number. */
public record ProjectId(long value) {
    public ProjectId {
        if (value < 1) {
            throw invalid(Long.toString(value));
        }
    }

    /** Parses text from a form or step. Ignores white space around the text. */
    public static ProjectId parse(String text) {
        String trimmed = text == null ? "" : text.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The project ID is missing. Enter the number from the SAST server.");
        }
        try {
            // The parser also accepts a sign, and digits of other scripts.
            return new ProjectId(Long.parseLong(trimmed.matches("[0-9]+") ? trimmed : ""));
        } catch (NumberFormatException e) {
            throw invalid(trimmed);
        }
    }

    private static InvalidInputException invalid(String text) {
        return new InvalidInputException(
                "Invalid project ID " + PlainText.quoted(text) + ". Enter the positive number from the SAST server.");
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}

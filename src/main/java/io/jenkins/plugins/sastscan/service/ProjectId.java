package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.regex.Pattern;

/** What the id of a project may be: a positive number of 64 bits. */
public final class ProjectId {
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final int LONGEST_SHOWN = 40;

    private ProjectId() {}

    /** The id, if it may be one. */
    public static long check(long id) {
        if (id < 1) {
            throw new InvalidInputException(
                    "The project id " + id + " is not a positive number; give the id that the service shows.");
        }
        return id;
    }

    /** Reads an id that a person gave; surrounding white space does not count. */
    public static long parse(String text) {
        String trimmed = text == null ? "" : text.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The project id is missing; give the number that the service shows.");
        }
        if (!DIGITS.matcher(trimmed).matches()) {
            throw new InvalidInputException("The project id \"" + PlainText.oneLine(trimmed, LONGEST_SHOWN)
                    + "\" is not a positive whole number; give the id that the service shows.");
        }
        try {
            return check(Long.parseLong(trimmed));
        } catch (NumberFormatException e) {
            throw new InvalidInputException("The project id " + PlainText.oneLine(trimmed, LONGEST_SHOWN)
                    + " is greater than " + Long.MAX_VALUE + "; give the id that the service shows.");
        }
    }
}

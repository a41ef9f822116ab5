package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Parses patterns in a form field, separated by commas or line breaks. */
public final class PatternText {
    private PatternText() {}

    /** Explains how to separate patterns if one contains a space, which may be meant as a separator. Empty if none does. */
    public static Optional<String> hint(String text) {
        return patterns(text).stream()
                .filter(pattern -> pattern.contains(" "))
                .findFirst()
                .map(pattern -> PlainText.quoted(pattern)
                        + " is one pattern. Separate several patterns with commas or line breaks.");
    }

    public static List<String> patterns(String text) {
        return Stream.of(text.split("[,\\r\\n]+"))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .toList();
    }
}

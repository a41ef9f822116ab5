package io.jenkins.plugins.sastscan.submission;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Parses patterns in a form field, separated by commas or line breaks. */
public final class PatternText {
    private PatternText() {}

    public static List<String> patterns(String text) {
        return Stream.of(text.split("[,\\r\\n]+"))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .toList();
    }
}

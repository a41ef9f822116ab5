package io.jenkins.plugins.sastscan.submission;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Patterns as people write them into one field: a line or a comma each. */
public final class PatternText {
    private PatternText() {}

    /** The patterns of a text, none of them blank. */
    public static List<String> patterns(String text) {
        return Stream.of(text.split("[,\\r\\n]+"))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .toList();
    }
}

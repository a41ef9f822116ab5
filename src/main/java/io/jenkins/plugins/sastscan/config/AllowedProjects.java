package io.jenkins.plugins.sastscan.config;

import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The projects of an access rule: project IDs and ranges, such as {@code 42, 50-59}, or {@code all}. */
record AllowedProjects(List<Range> ranges) {
    static final String ALL = "all";

    private static final Pattern RANGE = Pattern.compile("\\s*([0-9]+)(?:\\s*-\\s*([0-9]+))?\\s*");

    /** The project IDs from the first to the last, both included. */
    record Range(long first, long last) {}

    /**
     * @param text an empty text allows no project
     * @throws InvalidInputException if a part of the text is not a positive number or a range
     */
    static AllowedProjects parse(String text) {
        if (text.strip().equalsIgnoreCase(ALL)) {
            return new AllowedProjects(List.of(new Range(1, Long.MAX_VALUE)));
        }
        Stream<String> parts = text.isBlank() ? Stream.empty() : Stream.of(text.split(",", -1));
        return new AllowedProjects(parts.map(AllowedProjects::range).toList());
    }

    private static Range range(String part) {
        Matcher matcher = RANGE.matcher(part);
        if (matcher.matches()) {
            try {
                long first = Long.parseLong(matcher.group(1));
                long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
                if (first > 0 && first <= last) {
                    return new Range(first, last);
                }
            } catch (NumberFormatException e) {
                // The number is larger than Long.MAX_VALUE.
            }
        }
        throw new InvalidInputException("Invalid project IDs: " + PlainText.quoted(part.strip())
                + ". Enter positive numbers and ranges, such as 42, 50-59, or the word all.");
    }

    boolean contains(ProjectId project) {
        return ranges.stream().anyMatch(range -> range.first() <= project.value() && project.value() <= range.last());
    }
}

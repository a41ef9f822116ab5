package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Project IDs and ranges of project IDs, such as {@code 42, 50-59}. An empty list stands for all project IDs. */
public record ProjectRanges(List<Range> ranges) {
    private static final Pattern RANGE = Pattern.compile("\\s*([0-9]+)(?:\\s*-\\s*([0-9]+))?\\s*");

    /** The project IDs from the first to the last, both included. */
    public record Range(long first, long last) {}

    public static ProjectRanges parse(String text) {
        Stream<String> parts = text.isBlank() ? Stream.empty() : Stream.of(text.split(",", -1));
        return new ProjectRanges(parts.map(ProjectRanges::range).toList());
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
                + ". Enter positive numbers and ranges, such as 42, 50-59.");
    }

    public boolean contains(ProjectId project) {
        return ranges.isEmpty()
                || ranges.stream()
                        .anyMatch(range -> range.first() <= project.value() && project.value() <= range.last());
    }
}

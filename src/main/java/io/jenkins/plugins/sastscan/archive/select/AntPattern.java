package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * An Ant pattern. The separators {@code /} and {@code \} divide the pattern into segments. In a segment, {@code *}
 * matches any number of characters, and {@code ?} matches one character. The segment {@code **} matches any number of
 * segments. A separator at the end means {@code /**}.
 */
public final class AntPattern {
    static final String DEEP = "**";

    private static final int SHOWN = 100;
    private static final List<List<String>> EVERYTHING =
            List.of(List.of(DEEP), List.of(DEEP, "*"), List.of("*", DEEP), List.of(DEEP, "*", DEEP));

    /** What invalid patterns contain, as a regular expression, and the reason for users. */
    private static final List<Map.Entry<Pattern, String>> PROBLEMS = """
            (?s).{4097} it is longer than 4096 characters
            [\\x00-\\x1f\\x7f-\\x9f] it has a control character
            ^! it begins with "!", but patterns cannot include files again; exclude less, or write "?" for "!" in names
            ^([A-Za-z]:)?[/\\\\] it is absolute, but patterns are relative to the archived directory
            (?<![^/\\\\])\\.\\.(?![^/\\\\]) it has a ".." segment, but patterns cannot leave the archived directory
            (?<![^/\\\\])\\.(?![^/\\\\]) it has a "." segment, which matches nothing; remove it
            """.lines()
            .map(line -> line.split(" ", 2))
            .map(parts -> Map.entry(Pattern.compile(parts[0]), parts[1]))
            .toList();

    final String text;
    /** What a dry run shows for an excluded file, for example {@code exclude pattern *.log}; null to include files. */
    final String label;

    final Node first;

    /** Whether the walk found something that matches. */
    boolean matched;

    private final boolean caseSensitive;
    /** The literal directories before the first wildcard. Ant's scanner starts there. */
    private final String start;

    private boolean startsBelow;

    /** @param kind the beginning of the label; null for a pattern that includes files */
    AntPattern(String text, String kind, boolean caseSensitive) {
        this.text = text;
        this.caseSensitive = caseSensitive;
        label = kind == null ? null : kind + PlainText.oneLine(text, SHOWN);
        String path = text.replace('\\', '/').replaceFirst("/$", "/**");
        // Ant ignores empty segments if the pattern has a wildcard. If a pattern has an empty segment and no wildcard,
        // the pattern matches no file.
        String filled = path.matches(".*[*?].*") ? path.replaceAll("/+", "/") : path;
        String normal = filled.replaceAll("(?<![^/])(\\*\\*/)+(?=\\*\\*(/|$))", "");
        start = (normal + "/").replaceAll("[^/]*[*?].*|(?<=/)/", "");
        startsBelow = caseSensitive && kind == null && normal.equals(start + DEEP);
        List<String> segments = List.of(normal.split("/"));
        Node node = null;
        for (int i = segments.size() - 1; i >= 0; i--) {
            node = new Node(segments.subList(i, segments.size()), node);
        }
        first = node;
    }

    /**
     * A segment. The segments that can match next are what a walk has to know of a pattern. So the time to match a path
     * does not depend on the number of ways in which it can match.
     */
    final class Node {
        final AntPattern pattern = AntPattern.this;
        /** Null at the end of the pattern. */
        final Node next;
        /** Whether this segment is {@code **}. */
        final boolean isDeep;
        /** Whether the pattern matches every path from here. */
        final boolean matchesAll;
        /** Whether the pattern can end after this segment. */
        final boolean isLast;

        private final String segment;

        private Node(List<String> rest, Node next) {
            this.next = next;
            segment = rest.get(0);
            isDeep = segment.equals(DEEP);
            matchesAll = EVERYTHING.contains(rest);
            isLast = next == null || next.isDeep && next.next == null;
        }

        /** Whether the pattern matches a file of this name. */
        boolean matchesFile(String name) {
            return matches(name) && (next == null || !startsBelow);
        }

        /**
         * Whether the segment matches a name. Begins at the ends, where most names differ. Tries only the last
         * {@code *} again, so the time is at most proportional to the product of both lengths.
         */
        boolean matches(String name) {
            int at = segment.length() - 1;
            int star = -1;
            int tried = 0;
            for (int i = name.length() - 1; i >= 0; ) {
                // No name contains a slash.
                char wanted = at < 0 ? '/' : segment.charAt(at);
                if (wanted == '*') {
                    star = at--;
                    tried = i;
                } else if (wanted == '?' || same(wanted, name.charAt(i))) {
                    at--;
                    i--;
                } else if (star >= 0) {
                    at = star - 1;
                    i = --tried;
                } else {
                    return false;
                }
            }
            return segment.substring(0, at + 1).replace("*", "").isEmpty();
        }

        private boolean same(char one, char other) {
            return one == other || !caseSensitive && Character.toUpperCase(one) == Character.toUpperCase(other);
        }
    }

    /**
     * For {@code src/**}, Ant's scanner starts in {@code src}. If {@code src} is a file, the scanner finds it only if
     * another include pattern makes the scanner start above {@code src}.
     */
    void adaptTo(List<AntPattern> includes) {
        startsBelow = startsBelow
                && includes.stream().allMatch(other -> other.start.equals(start) || !start.startsWith(other.start));
    }

    /** Returns why a pattern is invalid, for example {@code it has a control character}; null for a valid pattern. */
    public static String problem(String text) {
        return PROBLEMS.stream()
                .filter(problem -> problem.getKey().matcher(text).find())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}

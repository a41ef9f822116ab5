package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * An Ant pattern. The separators {@code /} and {@code \} divide the pattern into segments. In a segment, {@code *}
 * matches any number of characters, and {@code ?} matches one character. The segment {@code **} matches any number of
 * segments. A separator at the end means {@code /**}.
 */
public final class AntPattern {
    /** Maximum pattern length in UTF-16 code units. */
    public static final int MAX_LENGTH = 4_096;

    static final String DEEP = "**";

    private static final int SHOWN = 100;
    private static final Pattern ABSOLUTE = Pattern.compile("([A-Za-z]:)?[/\\\\]");

    /** A segment {@code **} before another one. */
    private static final Pattern REPEATED = Pattern.compile("(?<![^/])\\*\\*/(?=\\*\\*(?:/|$))");

    final String text;
    /** What a dry run shows for an excluded file, for example {@code exclude pattern *.log}; null to include files. */
    final String label;

    final Node first;

    /** Whether the walk found something that matches. */
    boolean matched;

    private final List<String> segments;
    private final boolean caseSensitive;
    private boolean startsBelow;

    /** @param kind the beginning of the label; null for a pattern that includes files */
    AntPattern(String text, String kind, boolean caseSensitive) {
        this.text = text;
        this.caseSensitive = caseSensitive;
        label = kind == null ? null : kind + PlainText.oneLine(text, SHOWN);
        segments = split(text);
        Node node = new Node(null, null);
        for (int i = segments.size() - 1; i >= 0; i--) {
            node = new Node(segments.get(i), node);
        }
        first = node;
    }

    /**
     * A segment, or the end of the pattern. The segments that can match next are what a walk has to know of a pattern.
     * So the time to match a path does not depend on the number of ways in which it can match.
     */
    final class Node {
        final AntPattern pattern = AntPattern.this;
        final Node next;
        final boolean isDeep;
        /** Whether the pattern matches every path from here. */
        final boolean matchesAll;

        private final String segment;
        private final boolean isLiteral;
        private final boolean canEnd;

        private Node(String segment, Node next) {
            this.segment = segment;
            this.next = next;
            isDeep = DEEP.equals(segment);
            isLiteral = caseSensitive && segment != null && !hasWildcard(segment);
            canEnd = segment == null || isDeep && next.segment == null;
            Node star = isDeep ? next : this;
            matchesAll =
                    isDeep && canEnd || "*".equals(star.segment) && star.next.canEnd && (isDeep || star.next.isDeep);
        }

        boolean isEnd() {
            return segment == null;
        }

        /** Whether this segment matches a name. Always false for {@code **}. */
        boolean matches(String name) {
            return isLiteral ? segment.equals(name) : !isDeep && Wildcards.match(segment, name, caseSensitive);
        }

        /** Whether the pattern matches a file of this name. */
        boolean matchesFile(String name) {
            return isDeep ? canEnd : (startsBelow ? next.isEnd() : next.canEnd) && matches(name);
        }

        /** Adds the segments that can match next. */
        void addTo(Set<Node> nodes) {
            if (!isEnd()) {
                nodes.add(this);
            }
            if (isDeep) {
                next.addTo(nodes);
            }
        }
    }

    private static List<String> split(String text) {
        String normal = text.replace('\\', '/').replaceFirst("/$", "/**");
        // Ant ignores empty segments if the pattern has a wildcard. If a pattern has an empty segment and no wildcard,
        // the pattern matches no file.
        String filled = hasWildcard(normal) ? normal.replaceAll("/+", "/") : normal;
        return List.of(REPEATED.matcher(filled).replaceAll("").split("/"));
    }

    /** The literal segments before the first wildcard. Ant's scanner starts in this directory. */
    List<String> start() {
        return segments.stream()
                .takeWhile(segment -> !hasWildcard(segment))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    /**
     * Adapts the pattern to the behavior of Ant's scanner. For {@code src/**}, the scanner starts in {@code src}. If
     * {@code src} is a file, the scanner finds it only if another pattern makes the scanner start above {@code src}.
     */
    void adaptTo(Set<List<String>> starts) {
        List<String> start = start();
        startsBelow = start.size() == segments.size() - 1
                && IntStream.range(0, start.size()).noneMatch(i -> starts.contains(start.subList(0, i)));
    }

    /** Returns why a pattern is invalid, for example {@code it is blank}. Returns null for a valid pattern. */
    public static String problem(String text) {
        if (text == null || text.isBlank()) {
            return "it is blank";
        }
        if (text.length() > MAX_LENGTH) {
            return "it is longer than " + MAX_LENGTH + " characters";
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            return "it has a control character";
        }
        if (text.startsWith("!")) {
            return "it begins with \"!\", but patterns cannot include excluded files again; exclude less,"
                    + " or write \"?\" for a \"!\" in a name";
        }
        if (ABSOLUTE.matcher(text).lookingAt()) {
            return "it is absolute, but patterns are relative to the archived directory";
        }
        List<String> segments = split(text);
        if (segments.contains("..")) {
            return "it has a \"..\" segment, but patterns cannot leave the archived directory";
        }
        return segments.contains(".") ? "it has a \".\" segment, which matches nothing; remove it" : null;
    }

    private static boolean hasWildcard(String segment) {
        return segment.indexOf('*') >= 0 || segment.indexOf('?') >= 0;
    }
}

package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.text.PlainText;
import io.jenkins.plugins.sastscan.text.Wildcards;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

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
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[/\\\\].*", Pattern.DOTALL);

    final String text;
    /** What a dry run shows for an excluded file, for example {@code exclude pattern *.log}; null to include files. */
    final String label;

    final Node first;

    /** Whether the walk found something that matches. */
    boolean matched;

    private final List<String> segments;
    private final boolean caseSensitive;

    /** @param kind the beginning of the label; null for a pattern that includes files */
    AntPattern(String text, String kind, boolean caseSensitive) {
        this(text, split(text), kind == null ? null : kind + shown(text), caseSensitive);
    }

    private AntPattern(String text, List<String> segments, String label, boolean caseSensitive) {
        this.text = text;
        this.segments = segments;
        this.label = label;
        this.caseSensitive = caseSensitive;
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
        /** Null at the end. */
        final String segment;

        final Node next;

        private Node(String segment, Node next) {
            this.segment = segment;
            this.next = next;
        }

        AntPattern pattern() {
            return AntPattern.this;
        }

        boolean isDeep() {
            return DEEP.equals(segment);
        }

        /** Whether only this name matches. */
        boolean isLiteral() {
            return caseSensitive && !hasWildcard(segment);
        }

        boolean matches(String name) {
            return Wildcards.match(segment, name, true, caseSensitive);
        }

        /** Whether the pattern can end before this segment. */
        boolean canEnd() {
            return segment == null || isDeep() && next.segment == null;
        }

        /** Whether the pattern matches every path from here. */
        boolean covers() {
            Node star = isDeep() ? next : this;
            return isDeep() && next.canEnd()
                    || "*".equals(star.segment) && star.next.canEnd() && (isDeep() || star.next.isDeep());
        }

        /** Adds the segments that can match next. */
        void addTo(Set<Node> nodes) {
            if (segment != null) {
                nodes.add(this);
            }
            if (isDeep()) {
                next.addTo(nodes);
            }
        }
    }

    /** Consecutive {@code **} segments become one. */
    private static List<String> split(String text) {
        String normal = text.replace('\\', '/');
        if (normal.endsWith("/")) {
            normal += DEEP;
        }
        List<String> segments = new ArrayList<>();
        for (String segment : normal.split("/")) {
            boolean again = segment.equals(DEEP)
                    && !segments.isEmpty()
                    && segments.get(segments.size() - 1).equals(DEEP);
            // Ant ignores empty segments if the pattern has a wildcard. If a pattern has an empty segment and no
            // wildcard, the pattern matches no file.
            if (!again && !(hasWildcard(normal) && segment.isEmpty())) {
                segments.add(segment);
            }
        }
        return segments;
    }

    /** Returns {@code src/**}{@code /*} for {@code src/**}. Returns any other pattern unchanged. */
    AntPattern strictlyBelow() {
        int last = segments.size() - 1;
        boolean all = segments.get(last).equals(DEEP) && start().equals(segments.subList(0, last));
        return all ? new AntPattern(text, split(String.join("/", segments) + "/*"), label, caseSensitive) : this;
    }

    /** The literal segments before the first wildcard. */
    List<String> start() {
        return segments.stream()
                .takeWhile(segment -> !hasWildcard(segment))
                .filter(segment -> !segment.isEmpty())
                .toList();
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
        if (text.startsWith("/") || text.startsWith("\\") || DRIVE.matcher(text).matches()) {
            return "it is absolute, but patterns are relative to the archived directory";
        }
        List<String> segments = split(text);
        if (segments.contains("..")) {
            return "it has a \"..\" segment, but patterns cannot leave the archived directory";
        }
        return segments.contains(".") ? "it has a \".\" segment, which matches nothing; remove it" : null;
    }

    /** Escapes and shortens a pattern for a message. */
    public static String shown(String text) {
        return PlainText.oneLine(text, SHOWN);
    }

    private static boolean hasWildcard(String segment) {
        return segment.indexOf('*') >= 0 || segment.indexOf('?') >= 0;
    }
}

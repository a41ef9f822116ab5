package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.text.PlainText;
import io.jenkins.plugins.sastscan.text.Wildcards;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * An Ant pattern. The separators {@code /} and {@code \} divide the pattern into segments. In a segment, {@code *}
 * matches any number of characters, and {@code ?} matches one character. The segment {@code **} matches any number of
 * segments. A separator at the end means {@code /**}.
 */
public final class AntPattern {
    /** Maximum pattern length in UTF-16 code units. */
    public static final int MAX_LENGTH = 4_096;

    static final String DEEP = "**";

    private static final int MAX_SEGMENTS = 60;
    private static final int SHOWN = 100;
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[/\\\\].*", Pattern.DOTALL);

    final String text;
    /** What a dry run shows for an excluded file, for example {@code exclude pattern *.log}; null to include files. */
    final String label;

    /** Whether the walk found something that matches. */
    boolean matched;

    private final List<String> segments;
    private final boolean caseSensitive;
    /** Positions before {@code **}. */
    private long deep;
    /** Positions before a segment that is compared as it is. */
    private long literal;
    /** Positions from which the pattern matches every path below. */
    private long covering;

    /** @param kind the beginning of the label; null for a pattern that includes files */
    AntPattern(String text, String kind, boolean caseSensitive) {
        this(text, split(text), kind == null ? null : kind + shown(text), caseSensitive);
    }

    private AntPattern(String text, List<String> segments, String label, boolean caseSensitive) {
        this.text = text;
        this.segments = segments;
        this.label = label;
        this.caseSensitive = caseSensitive;
        for (int i = segments.size(); i >= 0; i--) {
            List<String> rest = new ArrayList<>(segments.subList(i, segments.size()));
            deep |= !rest.isEmpty() && rest.get(0).equals(DEEP) ? 1L << i : 0;
            literal |= caseSensitive && !rest.isEmpty() && !hasWildcard(rest.get(0)) ? 1L << i : 0;
            boolean anyDepth =
                    rest.removeIf(DEEP::equals) || i > 0 && segments.get(i - 1).equals(DEEP);
            covering |= anyDepth && (rest.isEmpty() || rest.equals(List.of("*"))) ? 1L << i : 0;
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

    Position atRoot() {
        return new Position(1 | (deep & 1) << 1);
    }

    /**
     * How far the pattern matches the path of a directory. Bit {@code k} is set if the first {@code k} segments match.
     * So the time to match a path does not depend on the number of ways in which it can match.
     */
    final class Position {
        private final long reached;

        private Position(long reached) {
            this.reached = reached;
        }

        /** @param name null for a name that no segment matches */
        private long next(String name) {
            long next = reached & deep << 1;
            for (long rest = name == null ? 0 : compared(); rest != 0; rest &= rest - 1) {
                int at = Long.numberOfTrailingZeros(rest);
                String segment = segments.get(at);
                boolean matches = (literal & 1L << at) != 0
                        ? segment.equals(name)
                        : Wildcards.match(segment, name, true, caseSensitive);
                next |= matches ? 2L << at : 0;
            }
            return next | (next & deep) << 1;
        }

        private long compared() {
            return reached & ~deep & (1L << segments.size()) - 1;
        }

        /** Returns the only names that advance the position; null if there can be others. */
        Set<String> names() {
            if ((compared() & ~literal) != 0 || (next(null) & 1L << segments.size()) != 0) {
                return null;
            }
            return LongStream.iterate(compared(), rest -> rest != 0, rest -> rest & rest - 1)
                    .mapToObj(rest -> segments.get(Long.numberOfTrailingZeros(rest)))
                    .collect(Collectors.toSet());
        }

        boolean advances(String name) {
            return next(name) != next(null);
        }

        /** Whether the pattern matches an entry of this directory. */
        boolean matches(String name) {
            return (next(name) & 1L << segments.size()) != 0;
        }

        /** Returns null if no path below the entry can match, and this position if nothing changes. */
        Position enter(String name) {
            long next = next(name);
            boolean more = (next & (deep << 1 | (1L << segments.size()) - 1)) != 0;
            return !more ? null : next == reached ? this : new Position(next);
        }

        /** Whether the pattern matches every path below this directory. */
        boolean covers() {
            return (reached & covering) != 0;
        }

        /** Whether another segment than {@code **} matches this directory. */
        boolean leadsHere() {
            return (reached & ~(deep << 1)) != 0;
        }

        AntPattern pattern() {
            return AntPattern.this;
        }
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
        if (segments.size() > MAX_SEGMENTS) {
            return "it has more than " + MAX_SEGMENTS + " segments";
        }
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

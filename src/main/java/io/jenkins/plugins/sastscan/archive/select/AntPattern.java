package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.text.PlainText;
import io.jenkins.plugins.sastscan.text.Wildcards;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An Ant pattern. The separators {@code /} and {@code \} divide the pattern into segments. In a segment, {@code *}
 * matches any number of characters, and {@code ?} matches one character. The segment {@code **} matches any number of
 * segments. A separator at the end means {@code /**}.
 *
 * <p>A walk follows a pattern with a set of positions. Bit {@code k} is set if the first {@code k} segments match the
 * path of the directory. So the time to match a path does not depend on the number of ways in which it can match.
 */
public final class AntPattern {
    /** Maximum pattern length in UTF-16 code units. */
    public static final int MAX_LENGTH = 4_096;

    static final String DEEP = "**";

    private static final int MAX_SEGMENTS = 60;
    private static final int SHOWN = 100;
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[/\\\\].*", Pattern.DOTALL);

    private final List<String> segments;
    /** Positions after {@code **}, which stay set at any depth. */
    private long deep;
    /** Positions before {@code **}, which can also match nothing. */
    private long beforeDeep;
    /** Positions before another segment. */
    private long beforeName;
    /** Positions before a segment with a wildcard. */
    private long beforeWildcard;
    /** Positions from which the pattern matches every path below. */
    private long covering;

    private AntPattern(List<String> segments) {
        this.segments = segments;
        for (int i = 0; i < segments.size(); i++) {
            if (segments.get(i).equals(DEEP)) {
                beforeDeep |= 1L << i;
                deep |= 1L << (i + 1);
            } else {
                beforeName |= 1L << i;
                beforeWildcard |= hasWildcard(segments.get(i)) ? 1L << i : 0;
            }
        }
        for (int i = 0; i <= segments.size(); i++) {
            List<String> rest = segments.subList(i, segments.size());
            int single = Collections.frequency(rest, "*");
            int deeper = Collections.frequency(rest, DEEP);
            boolean any = (deep & 1L << i) != 0 || deeper > 0;
            if (any && single <= 1 && single + deeper == rest.size()) {
                covering |= 1L << i;
            }
        }
    }

    static AntPattern parse(String text) {
        return new AntPattern(split(text));
    }

    /** Consecutive {@code **} segments become one. */
    private static List<String> split(String text) {
        String normal = text.replace('\\', '/');
        if (normal.endsWith("/")) {
            normal += DEEP;
        }
        boolean wildcards = hasWildcard(normal);
        List<String> segments = new ArrayList<>();
        for (String segment : normal.split("/")) {
            boolean again = segment.equals(DEEP)
                    && !segments.isEmpty()
                    && segments.get(segments.size() - 1).equals(DEEP);
            // Ant ignores empty segments if the pattern has a wildcard. If a pattern has an empty segment and no
            // wildcard, the pattern matches no file.
            if (!again && !(wildcards && segment.isEmpty())) {
                segments.add(segment);
            }
        }
        return segments;
    }

    List<String> segments() {
        return segments;
    }

    AntPattern strictlyBelow() {
        return parse(String.join("/", segments) + "/*");
    }

    /** The positions in the archived directory. */
    long start() {
        return closed(1);
    }

    /** The positions after the next segment of a path. */
    long next(long positions, String name, boolean caseSensitive) {
        long next = positions & deep;
        for (long left = positions & beforeName; left != 0; left &= left - 1) {
            int position = Long.numberOfTrailingZeros(left);
            String segment = segments.get(position);
            if (caseSensitive && (beforeWildcard & 1L << position) == 0
                    ? segment.equals(name)
                    : Wildcards.match(segment, name, true, caseSensitive)) {
                next |= 1L << (position + 1);
            }
        }
        return closed(next);
    }

    private long closed(long positions) {
        return positions | (positions & beforeDeep) << 1;
    }

    boolean matchesAt(long positions) {
        return (positions & 1L << segments.size()) != 0;
    }

    /** Whether a path below can match. */
    boolean goesOn(long positions) {
        return (positions & (deep | beforeDeep | beforeName)) != 0;
    }

    boolean covers(long positions) {
        return (positions & covering) != 0;
    }

    /** Whether a position is reached by a segment other than {@code **}. */
    boolean leadsHere(long positions) {
        return (positions & ~deep) != 0;
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
            return "it begins with '!', but patterns cannot include excluded files again; exclude less,"
                    + " or write '?' for a '!' in a name";
        }
        String normal = text.replace('\\', '/');
        if (normal.startsWith("/") || DRIVE.matcher(text).matches()) {
            return "it is absolute, but patterns are relative to the archived directory";
        }
        if (split(text).size() > MAX_SEGMENTS) {
            return "it has more than " + MAX_SEGMENTS + " segments";
        }
        for (String segment : normal.split("/")) {
            if (segment.equals("..")) {
                return "it has a '..' segment, but patterns cannot leave the archived directory";
            }
            if (segment.equals(".")) {
                return "it has a '.' segment, which matches nothing; remove it";
            }
        }
        return null;
    }

    /** Escapes and shortens a pattern for a message. */
    public static String shown(String text) {
        return PlainText.oneLine(text, SHOWN);
    }

    static boolean hasWildcard(String segment) {
        return segment.indexOf('*') >= 0 || segment.indexOf('?') >= 0;
    }
}

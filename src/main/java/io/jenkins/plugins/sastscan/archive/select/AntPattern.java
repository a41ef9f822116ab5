package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An Ant pattern. The separators {@code /} and {@code \} divide the pattern into segments. In a segment, {@code *}
 * matches any number of characters, and {@code ?} matches one character. The segment {@code **} matches any number of
 * segments. A separator at the end means {@code /**}.
 *
 * @param segments consecutive {@code **} segments are collapsed into one
 */
public record AntPattern(List<String> segments) {
    /** Maximum pattern length in UTF-16 code units. */
    public static final int MAX_LENGTH = 4_096;

    static final String DEEP = "**";

    private static final int SHOWN = 100;
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[/\\\\].*", Pattern.DOTALL);

    static AntPattern parse(String text) {
        String normal = text.replace('\\', '/');
        if (normal.endsWith("/")) {
            normal += DEEP;
        }
        boolean wildcards = normal.indexOf('*') >= 0 || normal.indexOf('?') >= 0;
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
        return new AntPattern(List.copyOf(segments));
    }

    AntPattern strictlyBelow() {
        return parse(String.join("/", segments) + "/*");
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
        String normal = text.replace('\\', '/');
        if (normal.startsWith("/") || DRIVE.matcher(text).matches()) {
            return "it is absolute, but patterns are relative to the archived directory";
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

package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One pattern as Ant reads it: segments parted by {@code /} or {@code \}, where {@code *} and {@code ?} stand for
 * characters and a whole segment {@code **} for any number of segments; a trailing separator means {@code /**}.
 *
 * @param text the pattern as it was given
 * @param segments its segments; runs of {@code **} are one
 * @param wildcards whether it has any wildcard; Ant compares a pattern without one as a whole
 */
record AntPattern(String text, List<String> segments, boolean wildcards) {
    /** The most UTF-16 code units that a pattern may have. */
    static final int LONGEST = 4_096;

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
            // Ant drops empty segments from patterns with wildcards; without, they keep the whole from matching.
            if (!again && !(wildcards && segment.isEmpty())) {
                segments.add(segment);
            }
        }
        return new AntPattern(text, List.copyOf(segments), wildcards);
    }

    /** What keeps the text from being used as a pattern, to follow "cannot be used: ", or null if nothing does. */
    static String flaw(String text) {
        if (text == null || text.isBlank()) {
            return "it is blank";
        }
        if (text.length() > LONGEST) {
            return "it is longer than " + LONGEST + " characters";
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
                return "it has a '.' segment, which matches nothing: leave it out";
            }
        }
        return null;
    }

    /** The pattern as messages show it: one line, cut when long. */
    static String shown(String text) {
        return PlainText.oneLine(text, SHOWN);
    }

    /**
     * Whether a segment matches a name. Ant has this too, but to agents its class brings a jar and a dozen of others. Goes
     * back to the last {@code *} only, which is enough.
     */
    static boolean matches(String segment, String name, boolean caseSensitive) {
        int at = 0;
        int star = -1;
        int tried = 0;
        for (int i = 0; i < name.length(); ) {
            char wanted = at < segment.length() ? segment.charAt(at) : 0;
            if (wanted == '*') {
                star = at++;
                tried = i;
            } else if (at < segment.length() && (wanted == '?' || same(wanted, name.charAt(i), caseSensitive))) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++tried;
            } else {
                return false;
            }
        }
        return segment.substring(at).replace("*", "").isEmpty();
    }

    private static boolean same(char one, char other, boolean caseSensitive) {
        return one == other || !caseSensitive && Character.toUpperCase(one) == Character.toUpperCase(other);
    }

    static boolean hasWildcard(String segment) {
        return segment.indexOf('*') >= 0 || segment.indexOf('?') >= 0;
    }
}

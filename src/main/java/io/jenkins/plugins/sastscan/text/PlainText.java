package io.jenkins.plugins.sastscan.text;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Escapes file names, responses and other external text for one line of a log or message. Some characters could forge,
 * hide or reorder text: control characters, line separators, invisible characters, bidirectional format characters, and
 * unpaired surrogates. Each becomes {@code \}{@code u} and four hexadecimal digits.
 */
public final class PlainText {
    /** Maximum length before escaping, in UTF-16 code units. */
    public static final int MAX_LENGTH = 1_000;

    private static final int MAX_QUOTED_LENGTH = 100;
    private static final char ELLIPSIS = '\u2026';
    private static final Pattern HARMFUL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private static final Pattern WORD = Pattern.compile("_(.)");

    private PlainText() {}

    /** Cuts text to {@link #MAX_LENGTH} code units, and escapes it. {@code null} becomes the empty string. */
    public static String oneLine(String text) {
        return oneLine(text, MAX_LENGTH);
    }

    /**
     * Cuts the text to {@code limit} UTF-16 code units, and escapes it. Keeps one more code unit if the cut would split
     * a surrogate pair. Adds an ellipsis to a cut text.
     */
    public static String oneLine(String text, int limit) {
        if (text == null) {
            return "";
        }
        // Does not cut a surrogate pair in half.
        int end = text.offsetByCodePoints(0, text.codePointCount(0, Math.min(limit, text.length())));
        String shown = HARMFUL.matcher(text.substring(0, end)).replaceAll(PlainText::escaped);
        return end == text.length() ? shown : shown + ELLIPSIS;
    }

    /** Cuts text from a user to {@value #MAX_QUOTED_LENGTH} code units, escapes it, and puts it in quotes. */
    public static String quoted(String text) {
        return '"' + oneLine(text, MAX_QUOTED_LENGTH) + '"';
    }

    /** Returns, for example, {@code gitSettings} for {@code GIT_SETTINGS}. */
    public static String key(Enum<?> constant) {
        return WORD.matcher(constant.name().toLowerCase(Locale.ROOT))
                .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }

    private static String escaped(MatchResult harmful) {
        return harmful.group()
                .chars()
                .mapToObj(unit -> String.format("\\\\u%04x", unit))
                .collect(Collectors.joining());
    }
}

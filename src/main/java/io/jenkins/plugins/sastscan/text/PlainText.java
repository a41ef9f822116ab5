package io.jenkins.plugins.sastscan.text;

/**
 * Escapes external text (file names, responses) for one line of a log or message. Characters that can forge, hide or
 * reorder text (controls, line separators, invisible and bidirectional format characters, unpaired surrogates) become
 * {@code \}{@code u} and four hexadecimal digits.
 */
public final class PlainText {
    /** Longer text, in UTF-16 code units, is cut. */
    public static final int MAX_LENGTH = 1_000;

    private static final char ELLIPSIS = '\u2026';

    private PlainText() {}

    /** Escapes text and cuts it to {@link #MAX_LENGTH} code units. {@code null} becomes empty. */
    public static String oneLine(String text) {
        return oneLine(text, MAX_LENGTH);
    }

    /** Escapes text and cuts it to {@code longest} code units, followed by an ellipsis. */
    public static String oneLine(String text, int longest) {
        if (text == null) {
            return "";
        }
        StringBuilder shown = new StringBuilder(Math.min(text.length(), longest) + 16);
        int at = 0;
        while (at < text.length() && at < longest) {
            int character = text.codePointAt(at);
            int units = Character.charCount(character);
            if (harmless(character)) {
                shown.appendCodePoint(character);
            } else {
                for (char unit : Character.toChars(character)) {
                    shown.append("\\u").append(String.format("%04x", (int) unit));
                }
            }
            at += units;
        }
        return at < text.length() ? shown.append(ELLIPSIS).toString() : shown.toString();
    }

    private static boolean harmless(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}

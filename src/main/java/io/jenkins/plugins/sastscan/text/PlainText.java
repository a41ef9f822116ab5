package io.jenkins.plugins.sastscan.text;

/**
 * Shows text from outside (file names, a server's words) on one line of a log or a message. Characters that could forge a
 * line, hide in it or reorder it (controls, line separators, invisible and bidirectional format characters, lone
 * surrogates) appear as {@code \}{@code u} and their hexadecimal code unit; all others stay as they are.
 */
public final class PlainText {
    /** Longer text than this many UTF-16 code units is cut, since nobody reads it in a log. */
    public static final int LONGEST = 1_000;

    private static final char ELLIPSIS = '\u2026';

    private PlainText() {}

    /** The text on one line, at most {@link #LONGEST} code units of it shown; {@code null} counts as empty. */
    public static String oneLine(String text) {
        return oneLine(text, LONGEST);
    }

    /** The text on one line, at most {@code longest} code units of it shown and then an ellipsis. */
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

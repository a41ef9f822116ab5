package io.jenkins.plugins.sastscan.service;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a text says if escapes of one kind in it are read, and where. */
final class UnescapedText {
    private static final Pattern NOTHING = Pattern.compile("(?!)");

    /** Characters of UTF-8 in percent, else single bytes. */
    private static final String PERCENT =
            "%[c-dC-D]X%[89abAB]X|%[eE]X(?:%[89abAB]X){2}|%[fF][0-4](?:%[89abAB]X){3}|%XX".replace("X", "[0-9a-fA-F]");

    private static final Pattern JSON = Pattern.compile("\\\\(?:u[0-9a-fA-F]{4}|[^u])", Pattern.DOTALL);

    /** An escape of any kind that may go on. */
    private static final Pattern BEGUN =
            Pattern.compile("(?:(?:%[c-fC-F]X(?:%[89abAB]X){0,3})?(?:%X?)?|&#?[0-9a-zA-Z]{0,8}|\\\\(?:uX{0,3})?)\\z"
                    .replace("X", "[0-9a-fA-F]"));

    private final StringBuilder said = new StringBuilder();
    private final int[] from;
    private final int[] to;

    private UnescapedText(String text, Pattern escape, UnaryOperator<String> meaning) {
        from = new int[text.length() + 1];
        to = new int[text.length() + 1];
        Matcher escapes = escape.matcher(text);
        int at = 0;
        while (escapes.find()) {
            copy(text, at, escapes.start());
            for (char c : meaning.apply(escapes.group()).toCharArray()) {
                say(c, escapes.start(), escapes.end());
            }
            at = escapes.end();
        }
        copy(text, at, text.length());
        Arrays.fill(from, said.length(), from.length, text.length());
    }

    /** The text as it is, and all others. */
    static List<UnescapedText> all(String text) {
        return List.of(
                new UnescapedText(text, NOTHING, none -> none),
                new UnescapedText(text, HtmlPage.REFERENCE, HtmlPage::meaning),
                new UnescapedText(text, Pattern.compile(PERCENT), UnescapedText::bytes),
                new UnescapedText(
                        text, Pattern.compile(PERCENT + "|\\+"), form -> form.equals("+") ? " " : bytes(form)),
                new UnescapedText(text, JSON, UnescapedText::json));
    }

    /** Where an escape begins that the text may have been cut in, else its end. */
    static int endOfWhole(String text) {
        Matcher begun = BEGUN.matcher(text).region(Math.max(0, text.length() - 16), text.length());
        return begun.find() ? begun.start() : text.length();
    }

    private void copy(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            say(text.charAt(i), i, i + 1);
        }
    }

    private void say(char c, int start, int end) {
        from[said.length()] = start;
        to[said.length()] = end;
        said.append(c);
    }

    private static String bytes(String percent) {
        byte[] bytes = HexFormat.ofDelimiter("%").parseHex(percent.substring(1));
        return new String(bytes, bytes.length == 1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    private static String json(String escape) {
        char kind = escape.charAt(1);
        return switch (kind) {
            case 'u' -> Character.toString(Integer.parseInt(escape.substring(2), 16));
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            default -> String.valueOf(kind);
        };
    }

    String said() {
        return said.toString();
    }

    /** Where in the text a character begins; the text's end for the one behind the last. */
    int from(int at) {
        return from[at];
    }

    /** Where in the text a character ends. */
    int to(int at) {
        return to[at];
    }
}

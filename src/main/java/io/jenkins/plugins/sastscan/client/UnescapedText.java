package io.jenkins.plugins.sastscan.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text in which one kind of escape, such as {@code %2F}, is decoded. */
public final class UnescapedText {
    private static final Pattern NOTHING = Pattern.compile("(?!)");
    private static final Pattern HTML =
            Pattern.compile("&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,7});");
    /** A percent-encoded UTF-8 character, or else one percent-encoded byte. */
    private static final String PERCENT =
            "%[c-dC-D]X%[89abAB]X|%[eE]X(?:%[89abAB]X){2}|%[fF][0-4](?:%[89abAB]X){3}|%XX".replace("X", "[0-9a-fA-F]");

    private static final Pattern JSON = Pattern.compile("\\\\(?:u[0-9a-fA-F]{4}|[^u])", Pattern.DOTALL);
    /** An incomplete escape at the end of a text, such as {@code %2} or {@code &am}. */
    private static final Pattern INCOMPLETE =
            Pattern.compile("(?:(?:%[c-fC-F]X(?:%[89abAB]X){0,3})?(?:%X?)?|&#?[0-9a-zA-Z]{0,8}|\\\\(?:uX{0,3})?)\\z"
                    .replace("X", "[0-9a-fA-F]"));

    /** The HTML names of the characters in {@link #NAMED}, followed by the names of the characters 160 to 255. */
    private static final List<String> NAMES = List.of(
            ("amp,lt,gt,quot,apos,euro,nbsp,iexcl,cent,pound,curren,yen,brvbar,sect,uml,copy,ordf,laquo,not,shy,reg,macr,deg,"
                            + "plusmn,sup2,sup3,acute,micro,para,middot,cedil,sup1,ordm,raquo,frac14,frac12,frac34,"
                            + "iquest,Agrave,Aacute,Acirc,Atilde,Auml,Aring,AElig,Ccedil,Egrave,Eacute,Ecirc,Euml,"
                            + "Igrave,Iacute,Icirc,Iuml,ETH,Ntilde,Ograve,Oacute,Ocirc,Otilde,Ouml,times,Oslash,Ugrave,"
                            + "Uacute,Ucirc,Uuml,Yacute,THORN,szlig,agrave,aacute,acirc,atilde,auml,aring,aelig,ccedil,"
                            + "egrave,eacute,ecirc,euml,igrave,iacute,icirc,iuml,eth,ntilde,ograve,oacute,ocirc,otilde,"
                            + "ouml,divide,oslash,ugrave,uacute,ucirc,uuml,yacute,thorn,yuml")
                    .split(","));

    private static final String NAMED = "&<>\"'\u20ac";

    private final String text;
    private final int[] from;
    private final int[] to;

    private UnescapedText(String escaped, Pattern escape, UnaryOperator<String> decode) {
        from = new int[escaped.length() + 1];
        to = new int[escaped.length() + 1];
        StringBuilder decoded = new StringBuilder();
        Matcher escapes = escape.matcher(escaped);
        int at = 0;
        while (at < escaped.length()) {
            boolean found = escapes.find(at);
            int next = found ? escapes.start() : escaped.length();
            for (; at < next; at++) {
                append(decoded, escaped.charAt(at), at, at + 1);
            }
            if (found) {
                for (char c : decode.apply(escapes.group()).toCharArray()) {
                    append(decoded, c, escapes.start(), escapes.end());
                }
                at = escapes.end();
            }
        }
        text = decoded.toString();
        Arrays.fill(from, text.length(), from.length, escaped.length());
    }

    private void append(StringBuilder decoded, char c, int start, int end) {
        from[decoded.length()] = start;
        to[decoded.length()] = end;
        decoded.append(c);
    }

    /** Returns the unchanged text, followed by one decoded text for each kind of escape. */
    static List<UnescapedText> all(String text) {
        return List.of(
                new UnescapedText(text, NOTHING, none -> none),
                new UnescapedText(text, HTML, UnescapedText::html),
                new UnescapedText(text, Pattern.compile(PERCENT), UnescapedText::percent),
                new UnescapedText(
                        text, Pattern.compile(PERCENT + "|\\+"), form -> form.equals("+") ? " " : percent(form)),
                new UnescapedText(text, JSON, UnescapedText::json));
    }

    /** Decodes HTML character references. */
    public static String ofHtml(String text) {
        return new UnescapedText(text, HTML, UnescapedText::html).text();
    }

    /** Returns the length of a text, not counting an incomplete escape at its end. */
    static int completeLength(String text) {
        Matcher incomplete = INCOMPLETE.matcher(text).region(Math.max(0, text.length() - 16), text.length());
        return incomplete.find() ? incomplete.start() : text.length();
    }

    private static String percent(String escape) {
        byte[] bytes = HexFormat.ofDelimiter("%").parseHex(escape.substring(1));
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

    private static String html(String reference) {
        String name = reference.substring(1, reference.length() - 1);
        int code = name.startsWith("#") ? htmlNumber(name) : named(NAMES.indexOf(name));
        return code > 0 && Character.isValidCodePoint(code) ? Character.toString(code) : reference;
    }

    private static int named(int index) {
        if (index < 0) {
            return 0;
        }
        return index < NAMED.length() ? NAMED.charAt(index) : 160 + index - NAMED.length();
    }

    private static int htmlNumber(String name) {
        return Character.toLowerCase(name.charAt(1)) == 'x'
                ? Integer.parseInt(name.substring(2), 16)
                : Integer.parseInt(name.substring(1));
    }

    String text() {
        return text;
    }

    /**
     * Returns where a character of the decoded text starts in the escaped text. For the end of the decoded text,
     * returns the end of the escaped text.
     */
    int from(int at) {
        return from[at];
    }

    /** Returns where a character of the decoded text ends in the escaped text (exclusive). */
    int to(int at) {
        return to[at];
    }
}

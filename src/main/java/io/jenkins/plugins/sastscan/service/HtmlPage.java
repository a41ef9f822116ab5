package io.jenkins.plugins.sastscan.service;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A web page where the service's own answer is due. */
final class HtmlPage {
    /** A character as HTML can write it. */
    static final Pattern REFERENCE =
            Pattern.compile("&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,7});");

    private static final Pattern TITLE =
            Pattern.compile("<title(?:\\s[^<>]{0,200}+)?+>([^<]*+)", Pattern.CASE_INSENSITIVE);

    /** The names of the characters of ISO-8859-1 from 160 on. */
    private static final List<String> LATIN =
            List.of(("nbsp,iexcl,cent,pound,curren,yen,brvbar,sect,uml,copy,ordf,laquo,not,shy,reg,macr,deg,"
                            + "plusmn,sup2,sup3,acute,micro,para,middot,cedil,sup1,ordm,raquo,frac14,frac12,frac34,"
                            + "iquest,Agrave,Aacute,Acirc,Atilde,Auml,Aring,AElig,Ccedil,Egrave,Eacute,Ecirc,Euml,"
                            + "Igrave,Iacute,Icirc,Iuml,ETH,Ntilde,Ograve,Oacute,Ocirc,Otilde,Ouml,times,Oslash,Ugrave,"
                            + "Uacute,Ucirc,Uuml,Yacute,THORN,szlig,agrave,aacute,acirc,atilde,auml,aring,aelig,ccedil,"
                            + "egrave,eacute,ecirc,euml,igrave,iacute,icirc,iuml,eth,ntilde,ograve,oacute,ocirc,otilde,"
                            + "ouml,divide,oslash,ugrave,uacute,ucirc,uuml,yacute,thorn,yuml")
                    .split(","));

    private HtmlPage() {}

    /** Whether the text is markup, which nothing that the service sends begins like. */
    static boolean looksLike(String text) {
        return text.stripLeading().startsWith("<");
    }

    /** The page's title on one line, empty if it has none. */
    static String title(String page) {
        Matcher title = TITLE.matcher(page);
        return title.find()
                ? unescape(title.group(1)).replaceAll("[\\s\u00a0]+", " ").strip()
                : "";
    }

    private static String unescape(String text) {
        return REFERENCE.matcher(text).replaceAll(reference -> Matcher.quoteReplacement(meaning(reference.group())));
    }

    /** The character that a {@link #REFERENCE} stands for; itself if that is unknown. */
    static String meaning(String reference) {
        String name = reference.substring(1, reference.length() - 1);
        int code = name.startsWith("#") ? code(name.substring(1)) : named(name);
        return code > 0 && Character.isValidCodePoint(code) ? Character.toString(code) : reference;
    }

    private static int code(String number) {
        return Character.toLowerCase(number.charAt(0)) == 'x'
                ? Integer.parseInt(number.substring(1), 16)
                : Integer.parseInt(number);
    }

    private static int named(String name) {
        return switch (name) {
            case "amp" -> '&';
            case "lt" -> '<';
            case "gt" -> '>';
            case "quot" -> '"';
            case "apos" -> '\'';
            case "euro" -> '\u20ac';
            default -> LATIN.indexOf(name) < 0 ? 0 : 160 + LATIN.indexOf(name);
        };
    }
}

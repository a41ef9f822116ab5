package io.jenkins.plugins.sastscan.service;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A web page where the service's own answer is due. */
final class HtmlPage {
    private static final Pattern TITLE =
            Pattern.compile("<title(?:\\s[^>]{0,200})?>([^<]{0,1000})", Pattern.CASE_INSENSITIVE);

    private HtmlPage() {}

    /** Whether the text is markup, which nothing that the service sends begins like. */
    static boolean looksLike(String text) {
        return text.stripLeading().startsWith("<");
    }

    /** The page's title on one line, empty if it has none. */
    static String title(String page) {
        Matcher title = TITLE.matcher(page);
        return title.find() ? unescape(title.group(1)).replaceAll("\\s+", " ").strip() : "";
    }

    private static String unescape(String text) {
        return text.replace("&nbsp;", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }
}

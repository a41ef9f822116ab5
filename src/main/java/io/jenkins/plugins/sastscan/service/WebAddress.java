package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Locale;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/** Checks a URL that an administrator gave. No refusal shows it, since it may hold a password. */
final class WebAddress {
    /** A name, also one with an underscore, or an address. What comes with it is no name, but a text not filled in. */
    private static final Pattern HOST = Pattern.compile("[a-z0-9._:-]+");

    /** Parsing takes time by the square of the length: no service has a longer URL. */
    static final int LONGEST = 2_000;

    private WebAddress() {}

    static HttpUrl parse(String what, String text, boolean allowPlainHttp) {
        String url = Checks.line(what, text == null ? "" : text.strip());
        if (url.length() > LONGEST) {
            throw refused(what, "is longer than " + LONGEST + " characters; give a shorter one");
        }
        String scheme = url.contains(":") ? url.substring(0, url.indexOf(':')).toLowerCase(Locale.ROOT) : "";
        if (scheme.equals("http") && !allowPlainHttp) {
            throw refused(
                    what,
                    "begins with http://, over which everybody on the way can read token and source;"
                            + " give the https:// one, or allow plain http for this server");
        }
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw refused(what, "does not begin with https://; give it whole, such as https://sast.example.org/api");
        }
        if (url.indexOf('\\') >= 0 || url.chars().anyMatch(Character::isWhitespace)) {
            throw refused(what, "contains a space or a backslash; write it as a browser shows it");
        }
        if (authority(url, scheme).contains("@")) {
            throw refused(what, "contains a user name; give it without, and the credentials in their own field");
        }
        if (url.indexOf('#') >= 0) {
            throw refused(what, "contains a fragment (#); give it without");
        }
        HttpUrl parsed = authority(url, scheme).isEmpty() ? null : HttpUrl.parse(url);
        if (parsed == null || !HOST.matcher(parsed.host()).matches()) {
            throw refused(what, "has no valid host or port; give it as in https://sast.example.org/api");
        }
        return parsed;
    }

    /** What stands between the two slashes and the path. */
    private static String authority(String url, String scheme) {
        String rest = url.substring(scheme.length() + 1);
        if (!rest.startsWith("//")) {
            return "";
        }
        return rest.substring(2).split("[/?#]", 2)[0];
    }

    static InvalidInputException refused(String what, String why) {
        return new InvalidInputException("The " + what + " " + why + ".");
    }
}

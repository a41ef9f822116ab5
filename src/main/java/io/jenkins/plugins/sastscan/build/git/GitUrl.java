package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of a Git repository for the SAST server. Accepts {@code https://host/path}, {@code ssh://user@host/path}, the
 * scp-like form {@code user@host:path}, and the schemes {@code http} and {@code git}. Never contains a secret.
 *
 * @param text the URL as entered, but with percent-encoded spaces and letters that are not ASCII
 * @param path decoded, without repeated slashes
 */
public record GitUrl(String text, String scheme, String user, String host, int port, String path) {
    private static final int MAX_LENGTH = 2_000;
    private static final Map<String, Integer> PORTS = Map.of("https", 443, "http", 80, "ssh", 22, "git", 9418);

    /** Groups: scheme, user and password, host, port, path, query and fragment. */
    private static final Pattern URL = Pattern.compile("(?i)(https?|ssh|git)://(?:(?!-|%2d)([^/?#]*)@)?"
            + "(\\[[^/?#@\\]]*+]|[^/?#@:\\[\\]]*+)(?::([0-9]{0,5}+))?+(/+[^/?#][^?#]*+)([?#].*)?+");

    /**
     * The scp-like form. Excludes users and paths such as {@code -x}, which some programs would take for an option. If
     * there is no user, the host must contain a dot, which excludes Windows drives and helpers such as {@code ext::},
     * and the path must not contain {@code @}: what comes before it could be a password.
     */
    private static final Pattern SHORT = Pattern.compile("([A-Za-z0-9_.][A-Za-z0-9_.-]*+@|(?=[^/:]*\\.[^/:]*:[^@]*$))"
            + "([^/:@?#\\[\\]]++|\\[[0-9A-Fa-f:.]++]):(?!//|:|-)([^?#]+)([?#].*)?");

    /** Line breaks, invisible characters, characters that reorder text, and all spaces but the usual one. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Z}&&[^ ]]");

    /** Everything but encoded slashes, which are ambiguous. */
    private static final Pattern ENCODED = Pattern.compile("(?:%(?!2[Ff])[0-9A-Fa-f]{2})+");

    private static final Pattern NOT_IN_URLS = Pattern.compile("[^A-Za-z0-9/._~!$&'()*+,;=:@%-]+");

    /** In a decoded path. Some servers decode a remaining {@code %2e%2e} again, and see the parent directory. */
    private static final Pattern AMBIGUOUS =
            Pattern.compile(INVISIBLE + "|[\\\\;]|%(?i:25)*(?i:2e|2f|5c)|/\\.\\.?(?:/|$)");

    /** Parses a URL. Rejects a user name (except in an SSH URL), a password, a query or a fragment. */
    public static GitUrl given(String text) {
        return parse(text, false);
    }

    /** Removes what can be a secret. In an invalid URL, this is everything before the last {@code @}. */
    static String withoutSecrets(String text) {
        try {
            return parse(text, true).text;
        } catch (InvalidInputException e) {
            return text.strip()
                    .replaceFirst("(?s)^([A-Za-z][A-Za-z0-9+.-]*+://)?.*@", "$1")
                    .replaceFirst("(?s)[?#].*$", "");
        }
    }

    public static String shown(String text) {
        return PlainText.oneLine(withoutSecrets(text));
    }

    private static GitUrl parse(String text, boolean removeSecrets) {
        String trimmed = text.strip();
        if (trimmed.length() > MAX_LENGTH || INVISIBLE.matcher(trimmed).find()) {
            throw invalid("contains a control character, an invisible character or more than 2000 characters");
        }
        Matcher scp = SHORT.matcher(trimmed);
        if (!trimmed.contains("://") && scp.matches()) {
            String rest = scp.group(3) + Objects.toString(scp.group(4), "");
            GitUrl url = parse("ssh://" + scp.group(1) + scp.group(2) + "/" + rest, removeSecrets);
            return new GitUrl(trimmed.substring(0, scp.end(3)), "ssh", url.user, url.host, url.port, url.path);
        }
        Matcher url = URL.matcher(trimmed);
        if (!url.matches()) {
            throw invalid("has an unknown form");
        }
        String scheme = url.group(1).toLowerCase(Locale.ROOT);
        String host = ServiceUrl.host(url.group(3), GitUrl::invalid);
        String given = Objects.toString(url.group(2), "");
        String user = scheme.equals("ssh") ? given.replaceFirst(":.*", "") : "";
        if (!removeSecrets && !(user.equals(given) && url.group(6) == null)) {
            throw new InvalidInputException("Invalid Git URL: it contains a user name, a password, a query or a"
                    + " fragment. Remove it, and select credentials instead. Only SSH URLs can have a user name.");
        }
        String decoded = decoded(url.group(5)).replaceAll("/+", "/");
        if (AMBIGUOUS.matcher(decoded).find()) {
            throw invalid("has an ambiguous path, with ; or \\ or .. or encoded slashes or control characters");
        }
        String port = Objects.toString(url.group(4), "");
        boolean ascii = url.group(3).matches("[\\p{ASCII}&&[^%]]*");
        return new GitUrl(
                url.group(1) + "://" + (user.isEmpty() ? "" : user + "@") + (ascii ? url.group(3) : host)
                        + (port.isEmpty() ? "" : ":" + port) + encoded(url.group(5)),
                scheme,
                user,
                host,
                port.isEmpty() ? PORTS.get(scheme) : Integer.parseInt(port),
                decoded);
    }

    private static InvalidInputException invalid(String why) {
        return new InvalidInputException(
                "Invalid Git URL: it " + why + ". Use https://host/path, ssh://user@host/path or user@host:path.");
    }

    /** Does not decode what is not UTF-8. */
    private static String decoded(String text) {
        return ENCODED.matcher(text).replaceAll(found -> {
            String bytes = new String(HexFormat.of().parseHex(found.group().replace("%", "")), StandardCharsets.UTF_8);
            return Matcher.quoteReplacement(bytes.contains("\ufffd") ? found.group() : bytes);
        });
    }

    private static String encoded(String text) {
        HexFormat hex = HexFormat.of().withPrefix("%").withUpperCase();
        return NOT_IN_URLS
                .matcher(text)
                .replaceAll(found -> hex.formatHex(found.group().getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns a value that is equal for spellings such as {@code https://Host:443/a} and {@code https://host/a.git/}. */
    static Object comparable(String text) {
        try {
            GitUrl url = parse(text, true);
            String path = url.path.replaceFirst("(?:\\.git)?/?$", "");
            return new GitUrl("", url.scheme, url.user, url.host, url.port, path);
        } catch (InvalidInputException e) {
            return text.strip();
        }
    }
}

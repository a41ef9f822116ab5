package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.client.HostName;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of a Git repository for the SAST server. Accepts {@code https://host/path}, {@code ssh://user@host/path}, the
 * scp-like form {@code user@host:path}, and the schemes {@code http} and {@code git}. Never contains a secret.
 *
 * @param text the URL as entered, but with percent-encoded spaces and letters that are not ASCII
 * @param host in the form of {@link HostName}
 * @param port the port in the URL, or the default port of the scheme
 * @param path decoded and normalized
 */
public record GitUrl(String text, String scheme, String user, String host, int port, String path) {
    private static final int MAX_LENGTH = 2_000;
    private static final int MAX_SHOWN_LENGTH = 300;
    private static final Map<String, Integer> PORTS = Map.of("https", 443, "http", 80, "ssh", 22, "git", 9418);

    private static final Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*+)://(?:([^/?#]*)@)?"
            + "(\\[[^/?#@\\]]*+]|[^/?#@:\\[\\]]*+)(?::([0-9]{0,5}+))?+(/[^?#]*+)?+([?#].*)?+");

    /**
     * The scp-like form {@code user@host:path}. Excludes users and paths such as {@code -x}, which some programs would
     * take for an option. If there is no user, the host must contain a dot. This excludes Windows drives, and remote
     * helpers such as {@code ext::}. Without a user, the path must not contain {@code @}. Otherwise,
     * {@code my.name:secret@host} would mean the path {@code secret@host} on the host {@code my.name}, and the password
     * would be in the path.
     */
    private static final Pattern SHORT =
            Pattern.compile("(?:([A-Za-z0-9_.][A-Za-z0-9_.-]*+)@|(?=[^/:]*\\.[^/:]*:[^@]*$))"
                    + "([^/:@?#\\[\\]]++|\\[[0-9A-Fa-f:.]++]):(?!//|:|-)([^?#]+)([?#].*)?");

    /** Line breaks, invisible characters, characters that reorder text, and all spaces but the usual one. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Z}&&[^ ]]");

    private static final Pattern ENCODED = Pattern.compile("(?:%[0-9A-Fa-f]{2})+");
    private static final Pattern NOT_IN_URLS = Pattern.compile("[^A-Za-z0-9/._~!$&'()*+,;=:@%-]+");

    /**
     * Parts of a decoded path that are ambiguous. For example, some servers decode a remaining {@code %2e%2e} again,
     * and then see the parent directory.
     */
    private static final Pattern AMBIGUOUS = Pattern.compile("[\\\\;]|%(?i:25)*(?i:2e|2f|5c)|^/\\.\\.(?:/|$)");

    /**
     * Parses a URL that a user entered. Rejects a URL with a password, a query or a fragment. Also rejects a user name,
     * unless the URL is an SSH URL.
     */
    public static GitUrl given(String text) {
        return parse(text, false);
    }

    /**
     * Parses a URL from the environment or the checkout. Removes secrets. Also removes the user name, unless the URL is
     * an SSH URL.
     *
     * @param origin the origin of the URL, as a phrase for messages
     */
    public static GitUrl found(String text, String origin) {
        try {
            return parse(text, true);
        } catch (InvalidInputException e) {
            // The whole text before the last @ can be a secret, and the secret can contain slashes.
            String shown = text == null ? "" : shown(text.strip().replaceFirst("(?s)^([a-z+]+://)?.*@", "$1"));
            String name = "Git URL " + PlainText.quoted(shown) + " from " + origin;
            throw new InvalidInputException(
                    e.getMessage().replace("Git URL", name) + " Set the URL in the Git settings.");
        }
    }

    /** Returns the URL of a checkout without secrets, even if the URL is invalid. */
    static String withoutSecrets(String text) {
        try {
            return parse(text, true).text;
        } catch (InvalidInputException e) {
            return shown(text);
        }
    }

    public boolean ssh() {
        return scheme.equals("ssh");
    }

    private static GitUrl parse(String text, boolean removeSecrets) {
        String trimmed = text == null ? "" : text.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The Git URL is empty. Enter the URL that the SAST server fetches from.");
        }
        if (trimmed.length() > MAX_LENGTH) {
            throw invalid("is longer than " + MAX_LENGTH + " characters");
        }
        if (INVISIBLE.matcher(trimmed).find()) {
            throw invalid("contains a control character or an invisible character");
        }
        Matcher url = URL.matcher(trimmed);
        if (url.matches()) {
            return parse(url, removeSecrets);
        }
        Matcher shortForm = SHORT.matcher(trimmed);
        if (trimmed.contains("://") || !shortForm.matches()) {
            throw invalid("has an unknown form");
        }
        requireNoSecrets(removeSecrets, shortForm.group(4) == null);
        String host = HostName.of(shortForm.group(2), GitUrl::invalid);
        String shown = trimmed.substring(0, shortForm.end(3));
        return new GitUrl(shown, "ssh", shortForm.group(1), host, 22, path("/" + shortForm.group(3)));
    }

    private static GitUrl parse(Matcher url, boolean removeSecrets) {
        String scheme = url.group(1).toLowerCase(Locale.ROOT);
        if (!PORTS.containsKey(scheme)) {
            throw invalid("has an unsupported scheme");
        }
        String host = HostName.of(url.group(3), GitUrl::invalid);
        String path = url.group(5) == null ? "" : url.group(5);
        if (path.replace("/", "").isEmpty()) {
            throw invalid("has no path to a repository");
        }
        String user = url.group(2) == null ? "" : url.group(2);
        String name = scheme.equals("ssh") ? user.replaceFirst(":.*", "") : "";
        requireNoSecrets(removeSecrets, name.equals(user) && url.group(6) == null);
        if (decoded(name).startsWith("-")) {
            throw invalid("has a user name that begins with a hyphen");
        }
        if (path.toLowerCase(Locale.ROOT).contains("%2f")) {
            throw invalid("has an ambiguous path, which contains %2F");
        }
        String port = url.group(4) == null || url.group(4).isEmpty() ? "" : ":" + url.group(4);
        String shownHost = url.group(3).chars().allMatch(c -> c < 128 && c != '%') ? url.group(3) : host;
        return new GitUrl(
                url.group(1) + "://" + (name.isEmpty() ? "" : name + "@") + shownHost + port + encoded(path),
                scheme,
                name.isEmpty() ? null : name,
                host,
                port.isEmpty() ? PORTS.get(scheme) : Integer.parseInt(port.substring(1)),
                path(path));
    }

    private static InvalidInputException invalid(String why) {
        return new InvalidInputException(
                "Invalid Git URL: it " + why + ". Use https://host/path, ssh://user@host/path or user@host:path.");
    }

    private static void requireNoSecrets(boolean removed, boolean none) {
        if (!removed && !none) {
            throw new InvalidInputException("Invalid Git URL: it contains a user name, a password, a query or a"
                    + " fragment. Remove it, and select credentials instead. Only SSH URLs can have a user name.");
        }
    }

    private static String path(String raw) {
        try {
            String path = new URI(null, null, decoded(raw).replaceAll("/+", "/"), null)
                    .normalize()
                    .getPath();
            if (INVISIBLE.matcher(path).find() || AMBIGUOUS.matcher(path).find()) {
                throw invalid("has an ambiguous path, with ; or \\ or encoded dots or control characters, or above /");
            }
            return path;
        } catch (URISyntaxException e) {
            // This exception is not attached, because its message contains the text.
            throw invalid("has an invalid path");
        }
    }

    /** Does not decode what is not UTF-8. */
    private static String decoded(String text) {
        return ENCODED.matcher(text).replaceAll(found -> {
            String bytes = new String(HexFormat.of().parseHex(found.group().replace("%", "")), StandardCharsets.UTF_8);
            return Matcher.quoteReplacement(bytes.contains("\ufffd") ? found.group() : bytes);
        });
    }

    private static String encoded(String text) {
        HexFormat hex = HexFormat.ofDelimiter("%").withPrefix("").withUpperCase();
        return NOT_IN_URLS
                .matcher(text)
                .replaceAll(found -> "%" + hex.formatHex(found.group().getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the path with percent-encoding, as credentials domains expect it. */
    public String encodedPath() {
        return encoded(path.replace("%", "%25"));
    }

    /**
     * Makes a URL safe for logs. Removes the query, the fragment, the user name after {@code ://}, and the password. A
     * password that contains {@code /} is not removed, but Git cannot use a URL with such a password.
     */
    public static String shown(String text) {
        return PlainText.oneLine(
                text.replaceFirst("(?s)^([A-Za-z][A-Za-z0-9+.-]*+://)[^/?#]*@", "$1")
                        .replaceFirst("(?s)^[^/:@?#]*:[^/?#]*@", "")
                        .replaceFirst("(?s)[?#].*$", ""),
                MAX_SHOWN_LENGTH);
    }

    /** Tells whether two spellings, such as {@code https://Host:443/a} and {@code https://host/a.git/}, are equal. */
    public static boolean same(String one, String other) {
        return comparable(one).equals(comparable(other));
    }

    private static Object comparable(String text) {
        try {
            GitUrl url = parse(text, true);
            String path = url.path.replaceFirst("(?:\\.git)?/?$", "");
            return List.of(url.scheme, String.valueOf(url.user), url.host, url.port, path);
        } catch (InvalidInputException e) {
            return text.strip();
        }
    }
}

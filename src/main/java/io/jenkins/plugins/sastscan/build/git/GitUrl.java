package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of a Git repository for the SAST server. Accepts {@code https://host/path}, {@code ssh://user@host/path}, the
 * scp-like form {@code user@host:path}, and the schemes {@code http} and {@code git}. Never contains a secret.
 *
 * @param address the normalized scheme, host, port and path, used to find credentials; the scp-like form becomes an SSH
 *     URL
 */
public record GitUrl(String text, boolean ssh, URI address) {
    private static final int MAX_LENGTH = 2_000;
    private static final int MAX_SHOWN_LENGTH = 300;
    private static final Set<String> SCHEMES = Set.of("http", "https", "ssh", "git");

    /**
     * The scp-like form {@code user@host:path}. Excludes users and paths such as {@code -x}, which some programs would
     * take for an option.
     */
    private static final Pattern SHORT = Pattern.compile(
            "(?:([A-Za-z0-9_.][A-Za-z0-9_.-]*+)@)?([A-Za-z0-9.-]++|\\[[0-9A-Fa-f:.]++]):(?!//|:|-)(.+)");

    /** Spaces, line breaks, invisible characters and characters that reorder text. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Z}]");

    /**
     * A name, an IPv4 address or an IPv6 address. Excludes other numeric hosts, such as {@code 0177.1}, because
     * programs disagree on their meaning.
     */
    private static final Pattern HOST =
            Pattern.compile("(?:.*\\.)?[A-Za-z][A-Za-z0-9-]*\\.?|(?:(?:0|[1-9][0-9]*)(?:\\.(?!$)|$)){4}|\\[.+]");

    /**
     * Parts of a decoded path that are ambiguous. For example, some servers decode a remaining {@code %2e%2e} again,
     * and then see the parent directory.
     */
    private static final Pattern UNCLEAR_PATH = Pattern.compile("[\\\\;]|%(?i:25)*(?i:2e|2f|5c)|^/\\.\\.(?:/|$)");

    /**
     * Parses a URL that a user entered. Rejects a URL with a password, a query or a fragment. Also rejects a user name,
     * unless the URL is an SSH URL.
     */
    public static GitUrl given(String text) {
        GitUrl url = parse(text);
        if (!withoutSecrets(url.text).equals(url.text)) {
            throw new InvalidInputException("The Git URL of " + url.address.getHost()
                    + " contains a user name, a password or a query. Remove it, and select credentials instead.");
        }
        return url;
    }

    /**
     * Parses a URL from the environment or the checkout. Removes secrets. Also removes the user name, unless the URL is
     * an SSH URL.
     *
     * @param origin the origin of the URL, as a phrase for messages
     */
    public static GitUrl found(String text, String origin) {
        GitUrl url;
        try {
            url = parse(text);
        } catch (InvalidInputException e) {
            // The whole text before the last @ can be a secret, and the secret can contain slashes.
            String shown = text == null ? "" : shown(text.strip().replaceFirst("(?s)^([a-z+]+://)?.*@", "$1"));
            String name = "Git URL " + PlainText.quoted(shown) + " from " + origin;
            throw new InvalidInputException(
                    e.getMessage().replace("Git URL", name) + " Set the URL in the Git settings.");
        }
        return new GitUrl(withoutSecrets(url.text), url.ssh, url.address);
    }

    private static GitUrl parse(String text) {
        String trimmed = text == null ? "" : text.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The Git URL is empty. Enter the URL that the SAST server fetches from.");
        }
        if (trimmed.length() > MAX_LENGTH) {
            throw new InvalidInputException(
                    "Invalid Git URL: it is longer than " + MAX_LENGTH + " characters. Enter the URL of a repository.");
        }
        if (INVISIBLE.matcher(trimmed).find()) {
            throw malformed();
        }
        try {
            Matcher shortForm = SHORT.matcher(trimmed);
            boolean isShort = shortForm.matches() && !trimmed.contains("://");
            URI address = isShort ? address(shortForm) : address(new URI(trimmed));
            return new GitUrl(trimmed, address.getScheme().equals("ssh"), address);
        } catch (URISyntaxException e) {
            // This exception is not attached, because its message contains the complete URL, including secrets.
            throw malformed();
        }
    }

    private static InvalidInputException malformed() {
        return new InvalidInputException(
                "Invalid Git URL. Use https://host/path, ssh://user@host/path or user@host:path.");
    }

    /**
     * If there is no user, the host must contain a dot. This rejects Windows drives, and remote helpers such as
     * {@code ext::}. Without a user, the path must not contain {@code @}. Otherwise, {@code my.name:secret@host} would
     * mean the path {@code secret@host} on the host {@code my.name}, and the password would be in the path.
     */
    private static URI address(Matcher shortForm) throws URISyntaxException {
        String host = shortForm.group(2);
        String path = shortForm.group(3);
        if (shortForm.group(1) == null && (!host.contains(".") || path.contains("@"))) {
            throw malformed();
        }
        return address("ssh", new URI("ssh://" + host).getHost(), -1, "/" + path);
    }

    private static URI address(URI uri) throws URISyntaxException {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String user = uri.getUserInfo() == null ? "" : uri.getUserInfo();
        boolean path = uri.getPath() != null && !uri.getPath().replace("/", "").isEmpty();
        if (!SCHEMES.contains(scheme)
                || !path
                || user.startsWith("-")
                || uri.getRawPath().toLowerCase(Locale.ROOT).contains("%2f")) {
            throw malformed();
        }
        return address(scheme, uri.getHost(), uri.getPort(), uri.getPath());
    }

    /** @param host the host that {@link URI} has parsed; null if the host is invalid */
    private static URI address(String scheme, String host, int port, String path) throws URISyntaxException {
        if (host == null || !HOST.matcher(host).matches()) {
            throw malformed();
        }
        String name = host.toLowerCase(Locale.ROOT);
        String rooted = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        URI address = new URI(scheme, null, rooted, port, path, null, null).normalize();
        if (UNCLEAR_PATH.matcher(address.getPath()).find()) {
            throw malformed();
        }
        return address;
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

    /** Removes the password, the query and the fragment. Also removes the user name, unless the URL is an SSH URL. */
    private static String withoutSecrets(String text) {
        return withoutUser(text).replaceFirst("(?s)[?#].*$", "");
    }

    private static String withoutUser(String text) {
        return text.replaceFirst("(?i)^(ssh://[^/:@]*+)[^/@]*+@", "$1@")
                .replaceFirst("(?i)^(?!ssh:)([a-z]++://)[^/@]*+@", "$1");
    }

    /** Treats {@code https://Host/a} and {@code https://host/a.git/} as the same URL. */
    public static boolean same(String one, String other) {
        return comparable(one).equals(comparable(other));
    }

    private static String comparable(String text) {
        String url = withoutUser(text.strip()).replaceFirst("(?<!/)/++\\z", "").replaceFirst("\\.git\\z", "");
        return Pattern.compile("^[A-Za-z]+://[^/]*")
                .matcher(url)
                .replaceFirst(host -> Matcher.quoteReplacement(host.group().toLowerCase(Locale.ROOT)));
    }
}

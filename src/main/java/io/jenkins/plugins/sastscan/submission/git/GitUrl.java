package io.jenkins.plugins.sastscan.submission.git;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of a Git repository for the SAST server. Accepts {@code https://host/path} (or http),
 * {@code ssh://user@host/path} and the scp-like form {@code user@host:path}. Never contains a secret.
 *
 * @param text the URL, without passwords
 * @param ssh whether it is an SSH URL
 * @param address normalized scheme, host, port and path, to compare URLs and to find credentials domains; the
 *     scp-like form is converted to an SSH URL
 */
public record GitUrl(String text, boolean ssh, URI address) {
    private static final int MAX_LENGTH = 2_000;
    private static final int MAX_SHOWN_LENGTH = 300;
    private static final Set<String> SCHEMES = Set.of("http", "https", "ssh", "git");

    /**
     * The scp-like form: user, host and path. User and path must not start with a dash, because some programs would
     * read them as options.
     */
    private static final Pattern SHORT = Pattern.compile(
            "(?:([A-Za-z0-9_.][A-Za-z0-9_.-]*+)@)?([A-Za-z0-9.-]++|\\[[0-9A-Fa-f:.]++]):(?!//|:|-)(.+)");

    /** Spaces, line breaks, and all characters that are invisible or reorder text. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Z}]");

    /** Allows no numeric host except ordinary IPv4 addresses. Programs interpret other numeric hosts differently. */
    private static final Pattern HOST =
            Pattern.compile("(?:.*\\.)?[A-Za-z][A-Za-z0-9-]*\\.?|(?:(?:0|[1-9][0-9]*)(?:\\.(?!$)|$)){4}|\\[.+]");

    /** Servers disagree on whether these characters lead to the parent path, end a segment, or belong to a name. */
    private static final Pattern UNCLEAR_PATH = Pattern.compile("[\\\\;]|%(?i:25)*(?i:2e|2f|5c)|^/\\.\\.(?:/|$)");

    /** Parses a URL that a user entered. Rejects secrets. */
    public static GitUrl given(String text) {
        GitUrl url = parse(text);
        if (!withoutSecrets(url.text).equals(url.text)) {
            throw new InvalidInputException("The Git URL of " + url.address.getHost()
                    + " contains a user name, a password or a query. Remove it, and select credentials instead.");
        }
        return url;
    }

    /**
     * Parses the URL of a checkout and removes user names and secrets.
     *
     * @param origin where the URL comes from, for messages
     */
    public static GitUrl found(String text, String origin) {
        GitUrl url;
        try {
            url = parse(text);
        } catch (InvalidInputException e) {
            // What precedes the last @ can be a secret, even if it contains a slash.
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
            // The exception's message would contain the complete URL, including secrets.
            throw malformed();
        }
    }

    private static InvalidInputException malformed() {
        return new InvalidInputException(
                "Invalid Git URL. Use https://host/path, ssh://user@host/path or user@host:path.");
    }

    /**
     * Converts the scp-like form to an address. Without a user, the host must contain a dot, and the path must not
     * contain {@code @}. The dot excludes Windows drives, other schemes and remote helpers ({@code ext::}). A secret
     * could precede an {@code @} in the path.
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

    /** @param host the host from {@link URI}, null if invalid */
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

    /** Makes a URL from a SAST server safe for logs: removes possible user names and secrets. */
    public static String shown(String text) {
        return PlainText.oneLine(
                text.replaceFirst("(?s)^([A-Za-z][A-Za-z0-9+.-]*+://)[^/?#]*@", "$1")
                        .replaceFirst("(?s)[?#].*$", ""),
                MAX_SHOWN_LENGTH);
    }

    /** Keeps the user name only for SSH. Removes query and fragment, which no repository needs. */
    private static String withoutSecrets(String text) {
        return withoutUser(text).replaceFirst("(?s)[?#].*$", "");
    }

    private static String withoutUser(String text) {
        return text.replaceFirst("(?i)^(ssh://[^/:@]*+)[^/@]*+@", "$1@")
                .replaceFirst("(?i)^(?!ssh:)([a-z]++://)[^/@]*+@", "$1");
    }

    /** Tells whether two URLs are equivalent spellings of the same repository. */
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

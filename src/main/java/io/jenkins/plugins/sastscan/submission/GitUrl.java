package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of a Git repository as the server shall use it. Three forms are known: {@code https://host/path} (or http),
 * {@code ssh://user@host/path} and git's short one, {@code user@host:path}. No URL carries a secret: the credentials
 * store is the place for it.
 *
 * @param text the URL, free of passwords
 * @param ssh whether the server reaches it with an SSH key
 * @param address where it leads, for whoever judges that: scheme, host, port and path, in one spelling for all that mean
 *     the same; a short form is the SSH URL that it stands for
 */
public record GitUrl(String text, boolean ssh, URI address) {
    private static final int LONGEST = 2_000;
    private static final int LONGEST_SHOWN = 300;
    private static final Set<String> SCHEMES = Set.of("http", "https", "ssh", "git");

    /** Git's short form: user, host and path. What begins with a dash would be an option to some program. */
    private static final Pattern SHORT = Pattern.compile(
            "(?:([A-Za-z0-9_.][A-Za-z0-9_.-]*+)@)?([A-Za-z0-9.-]++|\\[[0-9A-Fa-f:.]++]):(?!//|:|-)(.+)");

    /** Spaces, line ends, control characters and whatever else hides or reorders a text. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Z}]");

    /** A number is a host's address to most programs: only the usual spelling is the same to all of them. */
    private static final Pattern HOST =
            Pattern.compile("(?:.*\\.)?[A-Za-z][A-Za-z0-9-]*\\.?|(?:(?:0|[1-9][0-9]*)(?:\\.(?!$)|$)){4}|\\[.+]");

    /** What some servers take for a way upwards, or for the end of a segment, and others for part of a name. */
    private static final Pattern UNCLEAR_PATH = Pattern.compile("[\\\\;]|%(?i:25)*(?i:2e|2f|5c)|^/\\.\\.(?:/|$)");

    /**
     * A URL that somebody gave for the server.
     *
     * @throws InvalidInputException if it is empty, of no form above, or holds a user's secret
     */
    public static GitUrl given(String text) {
        GitUrl url = parse(text);
        if (!withoutSecrets(url.text).equals(url.text)) {
            throw new InvalidInputException("The Git URL of " + url.address.getHost()
                    + " holds a user name, a password or a query; take it out and choose credentials instead.");
        }
        return url;
    }

    /**
     * A URL that a checkout was made from; what a user's name or secret it holds is left out.
     *
     * @throws InvalidInputException if it is empty or of no form above
     */
    public static GitUrl found(String text) {
        GitUrl url = parse(text);
        return new GitUrl(withoutSecrets(url.text), url.ssh, url.address);
    }

    private static GitUrl parse(String text) {
        String trimmed = text == null ? "" : text.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The Git URL is empty; give the URL that the server shall fetch from.");
        }
        if (trimmed.length() > LONGEST) {
            throw new InvalidInputException("Invalid Git URL: it is longer than " + LONGEST + " characters.");
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
            // The exception's own text would show the whole URL, secrets included.
            throw malformed();
        }
    }

    private static InvalidInputException malformed() {
        return new InvalidInputException(
                "Invalid Git URL: give https://host/path, ssh://user@host/path or user@host:path.");
    }

    /**
     * Where a short form leads. Without a user in front, the host must have a dot, lest a drive of Windows, another
     * scheme or a remote helper ({@code ext::}) be taken for one, and an {@code @} behind the colon would make a secret
     * of the path.
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
        if (!SCHEMES.contains(scheme) || !path || user.startsWith("-") || hasCodedSlash(uri)) {
            throw malformed();
        }
        return address(scheme, uri.getHost(), uri.getPort(), uri.getPath());
    }

    private static boolean hasCodedSlash(URI uri) {
        return uri.getRawPath().toLowerCase(Locale.ROOT).contains("%2f");
    }

    /** @param host as {@link URI} found it: null for a name that no host can have */
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

    /** A URL that a server told, fit for a log: what might be somebody's name or secret in it is left out. */
    public static String shown(String text) {
        return PlainText.oneLine(
                text.replaceFirst("(?s)^([A-Za-z][A-Za-z0-9+.-]*+://)[^/?#]*@", "$1")
                        .replaceFirst("(?s)[?#].*$", ""),
                LONGEST_SHOWN);
    }

    /**
     * SSH needs its user's name, and nobody's secret is in it; everything else in front of the host is left out, and so
     * are query and fragment, which no repository needs.
     */
    private static String withoutSecrets(String text) {
        return withoutUser(text).replaceFirst("(?s)[?#].*$", "");
    }

    private static String withoutUser(String text) {
        Matcher matcher = Pattern.compile("^([A-Za-z]+)://([^/@]*@)?(.*)$", Pattern.DOTALL)
                .matcher(text);
        if (!matcher.matches() || matcher.group(2) == null) {
            return text;
        }
        boolean ssh = matcher.group(1).equalsIgnoreCase("ssh");
        String user = ssh ? matcher.group(2).split("[:@]", 2)[0] + "@" : "";
        return matcher.group(1) + "://" + user + matcher.group(3);
    }

    /** Whether two URLs name the same repository, as far as their spelling tells. */
    static boolean same(String one, String other) {
        return comparable(one).equals(comparable(other));
    }

    private static String comparable(String text) {
        String url = withoutUser(text.strip());
        int end = url.length();
        while (end > 0 && url.charAt(end - 1) == '/') {
            end--;
        }
        url = url.substring(0, url.startsWith(".git", end - 4) ? end - 4 : end);
        Matcher matcher =
                Pattern.compile("^([A-Za-z]+://[^/]*)(.*)$", Pattern.DOTALL).matcher(url);
        return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) + matcher.group(2) : url;
    }
}

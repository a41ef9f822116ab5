package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.input.InvalidInputException;
import io.jenkins.plugins.sastscan.input.PlainText;
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
 */
public record GitUrl(String text, boolean ssh) {
    private static final int LONGEST_SHOWN = 300;
    private static final Set<String> SCHEMES = Set.of("http", "https", "ssh", "git");

    /**
     * Git's short form. Without a user in front, the host must have a dot, lest a drive of Windows, another scheme or a
     * remote helper ({@code ext::}) be taken for one, and an {@code @} behind the colon would make a secret of the path.
     */
    private static final Pattern SHORT = Pattern.compile(
            "[A-Za-z0-9._-]+@(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+]):(?!//|:)[^\\s]+|[A-Za-z0-9-]+\\.[A-Za-z0-9.-]+:(?!//|:)[^\\s@]+");

    /**
     * A URL that somebody gave for the server.
     *
     * @throws InvalidInputException if it is empty, of no form above, or holds a user's secret
     */
    public static GitUrl given(String text) {
        GitUrl url = parse(text);
        if (!withoutSecrets(url.text).equals(url.text)) {
            throw new InvalidInputException("The Git URL of " + host(url.text)
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
        return new GitUrl(withoutSecrets(url.text), url.ssh);
    }

    private static GitUrl parse(String text) {
        String trimmed = text == null ? "" : text.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The Git URL is empty; give the URL that the server shall fetch from.");
        }
        if (SHORT.matcher(trimmed).matches() && !trimmed.contains("://")) {
            return new GitUrl(trimmed, true);
        }
        try {
            URI uri = new URI(trimmed);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (SCHEMES.contains(scheme) && uri.getHost() != null && !path(uri).isEmpty()) {
                return new GitUrl(trimmed, scheme.equals("ssh"));
            }
        } catch (URISyntaxException e) {
            // Said below: the exception's own text would show the whole URL, secrets included.
        }
        throw new InvalidInputException(
                "The Git URL is none that a server can fetch from; give https://host/path, ssh://user@host/path or"
                        + " user@host:path.");
    }

    private static String path(URI uri) {
        return uri.getPath() == null ? "" : uri.getPath().replaceAll("^/+", "");
    }

    /** A URL that a server told, fit for a log: what might be somebody's name or secret in it is left out. */
    public static String shown(String text) {
        return PlainText.oneLine(
                text.replaceFirst("(?s)^([A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@", "$1")
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
        String user =
                matcher.group(1).equalsIgnoreCase("ssh") ? matcher.group(2).replaceFirst(":.*@$", "@") : "";
        return matcher.group(1) + "://" + user + matcher.group(3);
    }

    private static String host(String text) {
        return URI.create(text).getHost();
    }

    /** Whether two URLs name the same repository, as far as their spelling tells. */
    static boolean same(String one, String other) {
        return comparable(one).equals(comparable(other));
    }

    private static String comparable(String text) {
        String url = withoutUser(text.strip()).replaceFirst("/+$", "").replaceFirst("\\.git$", "");
        Matcher matcher =
                Pattern.compile("^([A-Za-z]+://[^/]*)(.*)$", Pattern.DOTALL).matcher(url);
        return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) + matcher.group(2) : url;
    }
}

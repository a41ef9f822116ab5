package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.Checks;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * The URL of a SAST server or of its token endpoint. It begins with https (or http, if allowed), and has no user name
 * or fragment. Messages about an invalid URL do not quote it, because it may contain a password.
 *
 * @param host in lower case; an IPv6 address has no brackets
 * @param port the usual port of the scheme if the URL has none
 * @param path encoded
 */
public record ServiceUrl(String text, String scheme, String host, int port, String path) {
    /** A limit is necessary, because parsing a URL takes quadratic time. */
    public static final int MAX_LENGTH = 2_000;

    private static final String EXAMPLE = ". Enter a URL such as https://sast.example.org/api";

    /** A host name, whose labels may contain underscores, or an IPv6 address. */
    private static final Pattern VALID = Pattern.compile("(?!.*(?:\\.-|-\\.|-$))[a-z0-9_][a-z0-9_.-]*|.*:.*");

    private static final Pattern NUMBER = Pattern.compile("(?:^|\\.)(?:[0-9]+|0x[0-9a-f]*)$");
    private static final Pattern IPV4 = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})(?:\\.(?!$)|$)){4}");

    /** Parses the base URL of a SAST server, and removes slashes at its end. */
    public static ServiceUrl base(String text, boolean allowPlainHttp) {
        ServiceUrl url = parse("URL of the SAST server", text, allowPlainHttp);
        if (url.text.contains("?")) {
            throw invalid("URL of the SAST server", "contains a query (?). Remove it");
        }
        return new ServiceUrl(url.text.replaceAll("/+$", ""), url.scheme, url.host, url.port, url.path);
    }

    /** Parses the URL of a token endpoint, which may have a query (RFC 6749, section 3.2). */
    public static ServiceUrl token(String text, boolean allowPlainHttp) {
        return parse("token URL", text, allowPlainHttp);
    }

    /** Returns the usual token URL (see "Tokens" in {@code docs/service.md}), or empty if the base URL is invalid. */
    public static Optional<String> usualToken(String base) {
        try {
            return Optional.of(base(base, true) + "/auth/identity/connect/token");
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    private static ServiceUrl parse(String name, String text, boolean allowPlainHttp) {
        String given = Checks.line(name, text == null ? "" : text.strip());
        if (given.length() > MAX_LENGTH) {
            throw invalid(name, "is longer than " + MAX_LENGTH + " characters. Enter a shorter one");
        }
        HttpUrl url = HttpUrl.parse(given);
        if (url == null) {
            throw invalid(name, "is not a valid https:// URL" + EXAMPLE);
        }
        if (!url.isHttps() && !allowPlainHttp) {
            throw invalid(
                    name,
                    "begins with http://, so anyone on the network could read the access token and the source code."
                            + " Use https://, or select \"Allow plain http\" under \"Connection and upload\"");
        }
        if (!url.encodedUsername().isEmpty() || !url.encodedPassword().isEmpty()) {
            throw invalid(name, "contains a user name. Remove it, and select credentials instead");
        }
        if (url.encodedFragment() != null) {
            throw invalid(name, "contains a fragment (#). Remove it");
        }
        host(url.host(), why -> invalid(name, why + EXAMPLE));
        return new ServiceUrl(url.toString(), url.scheme(), url.host(), url.port(), url.encodedPath());
    }

    /**
     * Returns the host in lower case and without a dot at its end. Letters that are not ASCII become Punycode. An IPv6
     * address has no brackets.
     *
     * @param invalid creates an exception from the reason, such as {@code has an invalid host}
     */
    public static String host(String host, Function<String, InvalidInputException> invalid) {
        String name;
        try {
            name = new HttpUrl.Builder().scheme("https").host(host).build().host();
        } catch (IllegalArgumentException e) {
            throw invalid.apply("has an invalid host");
        }
        if (!VALID.matcher(name).matches()) {
            throw invalid.apply("has an invalid host");
        }
        String rooted = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (NUMBER.matcher(rooted).find() && !IPV4.matcher(rooted).matches()) {
            throw invalid.apply("has an ambiguous host, which ends with a number but is not an IP address");
        }
        return rooted;
    }

    private static InvalidInputException invalid(String name, String why) {
        return new InvalidInputException("The " + name + " " + why + ".");
    }

    @Override
    public String toString() {
        return text;
    }
}

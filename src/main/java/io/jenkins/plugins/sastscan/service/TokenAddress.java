package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;
import okhttp3.HttpUrl;

/** The URL of an OAuth 2.0 token endpoint, which may have a query (RFC 6749, section 3.2). */
public final class TokenAddress {
    private final String url;

    private TokenAddress(String url) {
        this.url = url;
    }

    /**
     * Reads the URL of a token endpoint: https (or http if that is allowed), with a host, without user and fragment.
     *
     * @throws InvalidInputException if it is anything else
     */
    public static TokenAddress parse(String text, boolean allowPlainHttp) {
        return new TokenAddress(
                WebAddress.parse("token URL", text, allowPlainHttp).toString());
    }

    /** The token URL that is usual for a base URL ({@code service.md}, Tokens), or empty if the base URL is invalid. */
    public static Optional<String> usual(String baseUrl) {
        try {
            return Optional.of(ServiceAddress.parse(baseUrl, true) + "/auth/identity/connect/token");
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    HttpUrl url() {
        return HttpUrl.get(url);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenAddress address && url.equals(address.url);
    }

    @Override
    public int hashCode() {
        return url.hashCode();
    }

    /** The URL as it is asked. */
    @Override
    public String toString() {
        return url;
    }
}

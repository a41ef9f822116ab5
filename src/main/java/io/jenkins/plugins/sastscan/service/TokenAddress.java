package io.jenkins.plugins.sastscan.service;

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
     * @throws io.jenkins.plugins.sastscan.text.InvalidInputException if it is anything else
     */
    public static TokenAddress parse(String text, boolean allowPlainHttp) {
        return new TokenAddress(
                WebAddress.parse("token URL", text, allowPlainHttp).toString());
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

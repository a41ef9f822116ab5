package io.jenkins.plugins.sastscan.service;

import okhttp3.HttpUrl;

/** The base URL of the service with any path prefix; the paths of the operations are appended to it. */
public final class ServiceAddress {
    private static final String WHAT = "server URL";
    private final String url;

    private ServiceAddress(String url) {
        this.url = url;
    }

    /**
     * Reads a base URL: https (or http if that is allowed), with a host, without user, query and fragment. Slashes at its
     * end do not count.
     *
     * @throws io.jenkins.plugins.sastscan.text.InvalidInputException if it is anything else
     */
    public static ServiceAddress parse(String text, boolean allowPlainHttp) {
        HttpUrl parsed = WebAddress.parse(WHAT, text, allowPlainHttp);
        if (parsed.encodedQuery() != null) {
            throw WebAddress.refused(WHAT, "contains a query (?); give it without");
        }
        return new ServiceAddress(parsed.toString().replaceAll("/+$", ""));
    }

    /** The host as connections are made to it: in lower case, an IPv6 address without brackets. */
    public String host() {
        return HttpUrl.get(url).host();
    }

    /** The URL of an operation's path below this one. */
    HttpUrl.Builder below(String... segments) {
        HttpUrl.Builder builder = HttpUrl.get(url).newBuilder();
        for (String segment : segments) {
            builder.addPathSegment(segment);
        }
        return builder;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServiceAddress address && url.equals(address.url);
    }

    @Override
    public int hashCode() {
        return url.hashCode();
    }

    /** The URL without a slash at its end. */
    @Override
    public String toString() {
        return url;
    }
}

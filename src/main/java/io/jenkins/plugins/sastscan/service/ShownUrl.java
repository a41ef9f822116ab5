package io.jenkins.plugins.sastscan.service;

import okhttp3.HttpUrl;

/** A URL without the parts that may hold secrets. */
final class ShownUrl {
    private ShownUrl() {}

    /** The URL without user, query and fragment. */
    static String of(HttpUrl url) {
        return url.newBuilder()
                .username("")
                .password("")
                .query(null)
                .fragment(null)
                .build()
                .toString();
    }
}

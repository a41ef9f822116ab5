package io.jenkins.plugins.sastscan.service;

import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;

/**
 * A call that can be made again and again.
 *
 * @param body makes the body of each attempt; empty for a request that has none
 * @param secrets what the call sends that no message may show
 */
record PreparedCall(
        Operation operation, HttpUrl url, Optional<AccessToken> token, Optional<BodySource> body, Secrets secrets) {

    PreparedCall(Operation operation, HttpUrl url, Optional<BodySource> body, Secrets secrets) {
        this(operation, url, Optional.empty(), body, secrets);
    }

    /** The same call, authorized. */
    PreparedCall with(AccessToken authorization) {
        return new PreparedCall(operation, url, Optional.of(authorization), body, secrets.and(authorization.value()));
    }

    /** The same call, through a proxy. */
    PreparedCall through(ProxySettings proxy) {
        return new PreparedCall(operation, url, token, body, secrets.and(proxy));
    }

    /** The headers but for the token's and the body's. */
    Headers headers() {
        return Headers.of("Accept", operation.mediaType(), "User-Agent", UserAgent.VALUE);
    }

    /** The request of one attempt. */
    Request request() {
        Request.Builder builder = new Request.Builder()
                .url(url)
                .headers(headers())
                .method(operation.method(), body.map(BodySource::open).orElse(null));
        token.ifPresent(
                t -> builder.header("Authorization", "Bearer " + t.value().reveal()));
        return builder.build();
    }

    /** What messages may say of it. */
    Tried tried() {
        return new Tried(operation.label(), operation.method(), secrets.maskLong(ShownUrl.of(url)));
    }
}

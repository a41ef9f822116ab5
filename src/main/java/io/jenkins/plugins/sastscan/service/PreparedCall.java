package io.jenkins.plugins.sastscan.service;

import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;

/**
 * A call that can be made again and again.
 *
 * @param body the body of each attempt; empty for a request that has none
 * @param remote makes the attempts if this machine does not
 * @param secrets what the call sends that no message may show
 */
record PreparedCall(
        Operation operation,
        HttpUrl url,
        Optional<AccessToken> token,
        Optional<RequestBody> body,
        Optional<RemoteUpload> remote,
        SecretMask secrets) {

    PreparedCall(Operation operation, HttpUrl url, Optional<RequestBody> body, SecretMask secrets) {
        this(operation, url, Optional.empty(), body, Optional.empty(), secrets);
    }

    /** The same call, authorized. */
    PreparedCall with(AccessToken authorization) {
        SecretMask more = secrets.and(authorization.value());
        return new PreparedCall(operation, url, Optional.of(authorization), body, remote, more);
    }

    /** The same call, whose attempts are made elsewhere. */
    PreparedCall by(RemoteUpload upload) {
        return new PreparedCall(operation, url, token, body, Optional.of(upload), secrets);
    }

    /** The same call, through a proxy. */
    PreparedCall through(ProxySettings proxy) {
        return new PreparedCall(operation, url, token, body, remote, secrets.and(proxy));
    }

    /** The headers but for the token's and the body's. */
    Headers headers() {
        return Headers.of("Accept", operation.mediaType(), "User-Agent", UserAgent.VALUE);
    }

    /** The request of one attempt. */
    Request request() {
        Request.Builder builder =
                new Request.Builder().url(url).headers(headers()).method(operation.method(), body.orElse(null));
        token.ifPresent(
                t -> builder.header("Authorization", "Bearer " + t.value().reveal()));
        return builder.build();
    }

    /** What messages may say of it. */
    CallDescription tried() {
        return new CallDescription(operation.label(), operation.method(), secrets.maskLong(ShownUrl.of(url)));
    }
}

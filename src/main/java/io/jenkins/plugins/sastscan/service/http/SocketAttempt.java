package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import java.io.Serializable;
import java.time.Duration;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/**
 * An upload attempt that a socket makes.
 *
 * @param timeLeft the maximum duration of the attempt
 * @param number 0 for the first attempt; each attempt starts with another address of the host
 * @param head the request line and headers, except the one with the token
 */
record SocketAttempt(Route route, Duration timeLeft, int number, String head, AccessToken token, FileBody body)
        implements UploadAttempt {
    private static final long serialVersionUID = 1;

    /** @param proxyHost empty for a direct connection */
    record Route(boolean tls, String host, int port, String proxyHost, int proxyPort, Timeouts timeouts)
            implements Serializable {
        private static final long serialVersionUID = 1;

        boolean isProxied() {
            return !proxyHost.isEmpty();
        }

        /** The host in a URL or header. */
        String hostInUrl() {
            return host.indexOf(':') < 0 ? host : "[" + host + "]";
        }
    }

    /** Creates an attempt of an upload call that has a token. */
    static SocketAttempt of(Call call, ConnectionSettings settings, int number, Duration timeLeft) {
        HttpUrl url = call.url();
        ProxySettings proxy = settings.proxy().isUsedFor(url.host()) ? settings.proxy() : ProxySettings.DIRECT;
        if (settings.proxy().requiresUserFor(url.host())) {
            throw new IllegalArgumentException("The user and password of a proxy stay on the controller");
        }
        Route route = new Route(url.isHttps(), url.host(), url.port(), proxy.host(), proxy.port(), settings.timeouts());
        FileBody body = call.file().orElseThrow();
        return new SocketAttempt(
                route, timeLeft, number, head(call, route, body), call.token().orElseThrow(), body);
    }

    private static String head(Call call, Route route, FileBody body) {
        HttpUrl url = call.url();
        String port = url.port() == HttpUrl.defaultPort(url.scheme()) ? "" : ":" + url.port();
        Headers headers = call.headers()
                .newBuilder()
                .add("Host", route.hostInUrl() + port)
                .add("Content-Type", body.type())
                .add("Content-Length", Long.toString(body.length()))
                .add("Connection", "close")
                .build();
        String target = route.isProxied() && !route.tls() ? url.toString() : url.encodedPath();
        String head = call.operation().method + " " + target + " HTTP/1.1\n" + headers;
        return head.replace("\n", "\r\n");
    }

    @Override
    public Result send(ByteProgress progress) throws InterruptedException {
        return new SocketExchange(this, progress).run();
    }
}

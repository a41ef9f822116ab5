package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/**
 * An upload attempt that a socket makes.
 *
 * @param timeLeft the maximum duration of the attempt
 * @param number 0 for the first attempt; each attempt starts with another address of the host
 * @param headers all headers except the one with the token
 */
record SocketAttempt(
        Route route,
        Duration timeLeft,
        int number,
        String requestLine,
        List<Header> headers,
        AccessToken token,
        FileBody body)
        implements UploadAttempt {
    private static final long serialVersionUID = 1;

    SocketAttempt {
        Header.check(requestLine);
        headers = List.copyOf(headers);
    }

    /** A header as it is sent. */
    record Header(String name, String value) implements Serializable {
        private static final long serialVersionUID = 1;
        private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
        private static final Pattern TEXT = Pattern.compile("[ -~]*");

        /** @throws IllegalArgumentException if the line would not be exactly this header */
        Header {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("invalid name of a header");
            }
            check(value);
        }

        /** Rejects line breaks, other control characters, and what is not ASCII. The message omits the text: it may be secret. */
        static void check(String text) {
            if (!TEXT.matcher(text).matches()) {
                throw new IllegalArgumentException("invalid character in the head of a request");
            }
        }

        String line() {
            return name + ": " + value + "\r\n";
        }
    }

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
                route,
                timeLeft,
                number,
                requestLine(call, route),
                headers(call, route, body),
                call.token().orElseThrow(),
                body);
    }

    private static String requestLine(Call call, Route route) {
        HttpUrl url = call.url();
        String target = route.isProxied() && !route.tls() ? url.toString() : url.encodedPath();
        return call.operation().method + " " + target + " HTTP/1.1";
    }

    private static List<Header> headers(Call call, Route route, FileBody body) {
        HttpUrl url = call.url();
        String port = url.port() == HttpUrl.defaultPort(url.scheme()) ? "" : ":" + url.port();
        Headers common = call.headers();
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < common.size(); i++) {
            headers.add(new Header(common.name(i), common.value(i)));
        }
        headers.add(new Header("Host", route.hostInUrl() + port));
        headers.add(new Header("Content-Type", body.type()));
        headers.add(new Header("Content-Length", Long.toString(body.length())));
        headers.add(new Header("Connection", "close"));
        return headers;
    }

    /** Returns the request line and all headers, as they are sent. */
    byte[] head() {
        StringBuilder head = new StringBuilder(requestLine).append("\r\n");
        headers.forEach(header -> head.append(header.line()));
        head.append(new Header("Authorization", "Bearer " + token.value().reveal()).line());
        return FileBody.ascii(head.append("\r\n").toString());
    }

    @Override
    public Result send(ByteProgress progress) throws InterruptedException {
        return new SocketExchange(this, progress).run();
    }
}

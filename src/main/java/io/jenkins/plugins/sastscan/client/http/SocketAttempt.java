package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ProxySettings;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * An upload attempt over a socket. Only its creation with {@link #of}, on the controller, uses OkHttp.
 *
 * @param number 0 for the first attempt; each attempt uses the next address of the host
 * @param head the request line and all headers except {@code Authorization}
 */
record SocketAttempt(Route route, Duration timeLeft, int number, List<String> head, AccessToken token, FileBody body)
        implements UploadAttempt {
    private static final long serialVersionUID = 1;
    private static final Pattern LINE = Pattern.compile("[ -~]+");

    /**
     * @throws IllegalArgumentException if a line contains an invalid character; the message does not contain the line,
     *     which may be secret
     */
    SocketAttempt {
        head = List.copyOf(head);
        if (!head.stream().allMatch(line -> LINE.matcher(line).matches())) {
            throw new IllegalArgumentException("invalid character in the head of a request");
        }
    }

    /** @param proxyHost empty for a direct connection */
    record Route(boolean tls, String host, int port, String proxyHost, int proxyPort, Timeouts timeouts)
            implements Serializable {
        private static final long serialVersionUID = 1;

        boolean isProxied() {
            return !proxyHost.isEmpty();
        }

        String hostInUrl() {
            return host.indexOf(':') < 0 ? host : "[" + host + "]";
        }
    }

    /** @param call an upload with a token */
    static SocketAttempt of(ServiceCall call, int number, Duration timeLeft) {
        HttpUrl url = call.url();
        ProxySettings proxy = call.isProxied() ? call.settings().proxy() : ProxySettings.DIRECT;
        if (proxy.user().isPresent()) {
            throw new IllegalArgumentException("The user and password of a proxy stay on the controller");
        }
        Timeouts timeouts = call.settings().timeouts();
        Route route = new Route(url.isHttps(), url.host(), url.port(), proxy.host(), proxy.port(), timeouts);
        FileBody body = call.file().orElseThrow();
        return new SocketAttempt(
                route, timeLeft, number, head(call, route, body), call.token().orElseThrow(), body);
    }

    private static List<String> head(ServiceCall call, Route route, FileBody body) {
        HttpUrl url = call.url();
        String target = route.isProxied() && !route.tls() ? url.toString() : url.encodedPath();
        String port = url.port() == HttpUrl.defaultPort(url.scheme()) ? "" : ":" + url.port();
        List<String> head = new ArrayList<>();
        head.add(call.operation().method + " " + target + " HTTP/1.1");
        call.headers().forEach((name, value) -> head.add(name + ": " + value));
        head.add("Host: " + route.hostInUrl() + port);
        head.add("Content-Type: " + body.type());
        head.add("Content-Length: " + body.length());
        head.add("Connection: close");
        return head;
    }

    /** Returns the request line and all headers, including the token. */
    byte[] wholeHead() {
        String authorization = "Authorization: Bearer " + token.reveal();
        return FileBody.ascii(String.join("\r\n", head) + "\r\n" + authorization + "\r\n\r\n");
    }

    @Override
    public Result send(LongConsumer progress) throws InterruptedException {
        return new SocketExchange(this, progress).run();
    }
}

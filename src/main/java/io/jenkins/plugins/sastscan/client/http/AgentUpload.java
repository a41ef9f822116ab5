package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.ProxySettings;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

/**
 * An upload attempt for an agent. It has only plain values. Its code needs only the JDK, except {@link #of}, which runs
 * on the controller.
 *
 * @param headers all headers except {@code Authorization}
 * @param proxyHost empty for a direct connection
 * @param timeLeft the agent sends nothing after this time
 */
record AgentUpload(
        String url,
        Map<String, String> headers,
        AccessToken token,
        FileBody body,
        String proxyHost,
        int proxyPort,
        ConnectionSettings.Timeouts timeouts,
        TrustedCertificates certificates,
        Duration timeLeft)
        implements UploadAttempt {
    private static final long serialVersionUID = 1;

    /** @param call an upload */
    static AgentUpload of(ServiceCall call, AccessToken token, ConnectionSettings settings, Duration timeLeft) {
        ProxySettings proxy = settings.proxy().isUsedFor(call.url().host()) ? settings.proxy() : ProxySettings.DIRECT;
        if (proxy.user().isPresent()) {
            throw new IllegalArgumentException("The user and password of a proxy stay on the controller");
        }
        return new AgentUpload(
                call.url().toString(),
                call.headers(),
                token,
                call.file().orElseThrow(),
                proxy.host(),
                proxy.port(),
                settings.timeouts(),
                settings.certificates(),
                timeLeft);
    }

    @Override
    public Result send(Deadline deadline, LongConsumer progress) throws InterruptedException {
        return new AgentExchange(this, deadline, progress).run();
    }

    boolean isProxied() {
        return !proxyHost.isEmpty();
    }

    /** Creates a client that ignores the proxies and the TLS context that system properties set. */
    HttpClient client(TlsTrust trust, Executor executor) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(
                        isProxied()
                                ? ProxySelector.of(new InetSocketAddress(proxyHost, proxyPort))
                                : HttpClient.Builder.NO_PROXY)
                .sslContext(trust.context())
                .executor(executor)
                .build();
    }

    /** @throws IllegalArgumentException if the host has a name that the JDK does not support */
    HttpRequest request(BodyPublisher content) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).POST(content);
        headers.forEach(request::setHeader);
        return request.setHeader("Authorization", "Bearer " + token.reveal())
                .setHeader("Content-Type", body.type())
                .build();
    }
}

package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * An upload by an agent. It has only plain values. Its code needs only the JDK, except {@link #of}, which runs on the
 * controller.
 *
 * @param headers all headers except {@code Authorization}
 * @param proxyHost empty for a direct connection
 */
record AgentUpload(
        String url,
        Map<String, String> headers,
        AccessToken token,
        FileBody body,
        String proxyHost,
        int proxyPort,
        ConnectionSettings.Timeouts timeouts,
        TrustedCertificates certificates)
        implements Upload {
    private static final long serialVersionUID = 1;

    /** @param call an upload */
    static AgentUpload of(ServiceCall call, AccessToken token, ConnectionSettings settings) {
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
                settings.certificates());
    }

    /** The threads of the HTTP client end when they are idle, or when the client is garbage. */
    @Override
    public Result send(Deadline deadline, Controller controller, LongConsumer progress) throws InterruptedException {
        ExecutorService threads =
                new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "sast-scan-upload");
                    thread.setDaemon(true);
                    return thread;
                });
        TrustedCertificates.Trust trust;
        try {
            trust = certificates.trust();
        } catch (GeneralSecurityException e) {
            return AttemptResult.of(new IOException(e), Phase.TLS, "");
        }
        HttpClient client = client(trust, threads);
        AttemptResult result;
        do {
            result = new AgentExchange(this, client, trust, threads, deadline, progress).run();
            // A success costs no question, which takes a network round trip.
        } while (result.status() / 100 != 2 && controller.isRetried(result));
        return result;
    }

    boolean isProxied() {
        return !proxyHost.isEmpty();
    }

    /** Creates a client that ignores the proxies and the TLS context that system properties set. */
    private HttpClient client(TrustedCertificates.Trust trust, ExecutorService threads) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(
                        isProxied()
                                ? ProxySelector.of(new InetSocketAddress(proxyHost, proxyPort))
                                : HttpClient.Builder.NO_PROXY)
                .sslContext(trust.context())
                .executor(threads)
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

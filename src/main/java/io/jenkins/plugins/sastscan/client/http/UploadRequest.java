package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * The request that an agent sends to upload its archive. It has only plain values. Its code needs only the JDK, except
 * {@link #of}, which runs on the controller.
 *
 * @param headers all headers except {@code Authorization}
 * @param proxyHost empty for a direct connection
 */
record UploadRequest(
        String url,
        Map<String, String> headers,
        AccessToken token,
        FileBody body,
        String proxyHost,
        int proxyPort,
        ConnectionSettings.Timeouts timeouts,
        TrustedCertificates certificates)
        implements Upload {
    /** @param call an upload */
    static Upload of(ServiceCall call, AccessToken token, ConnectionSettings settings) {
        ProxySettings proxy = settings.proxy().isUsedFor(call.url().host()) ? settings.proxy() : ProxySettings.DIRECT;
        return new UploadRequest(
                call.url().toString(),
                call.headers(),
                token,
                call.file(),
                proxy.host(),
                proxy.port(),
                settings.timeouts(),
                settings.certificates());
    }

    @Override
    public Serializable send(Deadline deadline, Controller controller, LongConsumer progress)
            throws InterruptedException {
        TrustedCertificates.Trust trust;
        try {
            trust = certificates.trust();
        } catch (InvalidInputException e) {
            return AttemptResult.none(Phase.TLS, Kind.OTHER, e.getMessage());
        }
        HttpClient client = client(trust);
        AttemptResult result;
        do {
            result = new JdkExchange(this, client, trust, deadline).run(progress);
            // A success costs no question, which takes a network round trip.
        } while (result.status() / 100 != 2 && controller.isRetried(result));
        return result;
    }

    /**
     * Creates a client that ignores the proxies and the TLS context that system properties set. Its threads end when they
     * are idle, or when the client is garbage-collected.
     */
    private HttpClient client(TrustedCertificates.Trust trust) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(
                        proxyHost.isEmpty()
                                ? HttpClient.Builder.NO_PROXY
                                : ProxySelector.of(new InetSocketAddress(proxyHost, proxyPort)))
                .sslContext(trust.context())
                .executor(new ThreadPoolExecutor(
                        0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                            Thread thread = new Thread(task, "sast-scan-upload");
                            thread.setDaemon(true);
                            return thread;
                        }))
                .build();
    }

    /** @throws IllegalArgumentException if the host has a name that the JDK does not support */
    HttpRequest http(BodyPublisher content) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).POST(content);
        headers.forEach(request::setHeader);
        return request.setHeader("Authorization", "Bearer " + token.reveal())
                .setHeader("Content-Type", body.type())
                .build();
    }
}

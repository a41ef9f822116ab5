package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import javax.net.ssl.SSLException;

/**
 * One upload attempt by an agent, with the HTTP client of the JDK. The thread that waits for the client also watches
 * the time limits.
 */
public final class JdkExchange {
    /** The JDK refuses a response with status 204 that has content. */
    private static final String WITH_204 = "with 204 response";
    /** The client may ask for the archive before the TLS handshake is complete. */
    private static final String TLS_ENDED = "Remote host terminated the handshake";

    /** How often the time limits are checked. */
    private static final long CHECK_MILLIS = 20;

    private final Upload upload;
    private final FileBody content;
    private final Deadline deadline;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private TrustedCertificates.Trust trust;
    private long left;
    private volatile Phase phase = Phase.CONNECT;
    private volatile long phaseBegun = System.nanoTime();
    private volatile IOException sendFailure;
    /** Set as soon as the head of the response has arrived. */
    private volatile HttpResponse.ResponseInfo head;

    public JdkExchange(Upload upload, Deadline deadline) {
        this.upload = upload;
        this.content = FileBody.of(upload.archive(), upload.encoding());
        this.deadline = deadline;
        this.left = content.length();
    }

    /**
     * Creates a client that ignores the proxies and the TLS context that system properties set. It ends when it is
     * garbage-collected.
     */
    private HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(ProxySelector.of(upload.proxy()))
                .sslContext(trust.context())
                .executor(task -> {
                    Thread thread = new Thread(task, "sast-scan-upload");
                    thread.setDaemon(true);
                    thread.start();
                })
                .build();
    }

    /** See {@link Upload#send}. */
    public Serializable run(LongConsumer progress) throws InterruptedException {
        // The file is opened first, so that nothing is sent if it cannot be opened.
        try (InputStream body = content.of(upload.archive().open(), progress)) {
            trust = upload.certificates().trust();
            BodyPublisher publisher = BodyPublishers.fromPublisher(network -> send(body, network), left);
            return await(client().sendAsync(request(publisher), this::arrived));
        } catch (IOException e) {
            return AttemptResult.of(e, phase, "");
        } catch (InvalidInputException e) {
            return AttemptResult.none(Phase.TLS, Kind.OTHER, e.getMessage());
        } catch (IllegalArgumentException e) {
            return AttemptResult.none(Phase.CONNECT, Kind.UNSUPPORTED_HOST, "");
        }
    }

    /** @throws IllegalArgumentException if the host has a name that the JDK does not support */
    private HttpRequest request(BodyPublisher body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(upload.url())).POST(body);
        upload.headers().forEach(request::setHeader);
        return request.setHeader("Authorization", "Bearer " + upload.token().reveal())
                .setHeader("Content-Type", content.type())
                .build();
    }

    private void begin(Phase next) {
        phaseBegun = System.nanoTime();
        phase = next;
    }

    /** Sends larger pieces than {@link HttpRequest.BodyPublishers#ofInputStream}, which takes less time. */
    private void send(InputStream body, Flow.Subscriber<? super ByteBuffer> network) {
        begin(Phase.SEND);
        network.onSubscribe(new Flow.Subscription() {
            /** The client asks for one piece when the network has accepted the pieces before. */
            @Override
            public void request(long one) {
                try {
                    if (left == 0) {
                        network.onComplete();
                        return;
                    }
                    byte[] piece = new byte[FileBody.CHUNK];
                    int length = body.read(piece);
                    left -= length;
                    begin(left == 0 ? Phase.WAIT : Phase.SEND);
                    network.onNext(ByteBuffer.wrap(piece, 0, length));
                } catch (IOException e) {
                    sendFailure = e;
                    network.onError(e);
                }
            }

            @Override
            public void cancel() {
                // The client asks for no other piece.
            }
        });
    }

    private HttpResponse.BodySubscriber<Void> arrived(HttpResponse.ResponseInfo info) {
        if (phase != Phase.WAIT && sendFailure == null) {
            sendFailure = new EOFException();
        }
        begin(Phase.RESPONSE);
        head = info;
        return HttpResponse.BodySubscribers.ofByteArrayConsumer(
                part -> part.filter(bytes -> !isTooLarge()).ifPresent(received::writeBytes));
    }

    private boolean isTooLarge() {
        return received.size() > AttemptResult.MAX_CONTENT;
    }

    private AttemptResult await(CompletableFuture<HttpResponse<Void>> response)
            throws IOException, InterruptedException {
        try {
            while (true) {
                try {
                    int status =
                            response.get(CHECK_MILLIS, TimeUnit.MILLISECONDS).statusCode();
                    return head == null
                            ? AttemptResult.none(Phase.CONNECT, Kind.OTHER, "Tunnel failed, got: " + status)
                            : result(true);
                } catch (TimeoutException e) {
                    if (deadline.isPassed()) {
                        return AttemptResult.none(phase, Kind.TIME_LIMIT, "");
                    }
                    if (isTooLarge()
                            || System.nanoTime() - phaseBegun >= timeout().toNanos()) {
                        return head == null ? AttemptResult.none(phase, Kind.TIMEOUT, "") : result(false);
                    }
                } catch (ExecutionException e) {
                    // The body may have ended too early for the client to pass on the response.
                    return head == null ? failure(e.getCause()) : result(false);
                }
            }
        } finally {
            response.cancel(true);
        }
    }

    private Duration timeout() {
        return switch (phase) {
            // Connecting includes the tunnel through a proxy and the TLS handshake.
            case CONNECT, TLS -> upload.timeouts().connect();
            case SEND -> upload.timeouts().write();
            case WAIT -> upload.timeouts().read();
            case RESPONSE -> AttemptResult.TIME_FOR_UNNEEDED;
        };
    }

    private AttemptResult failure(Throwable thrown) {
        IOException other = thrown instanceof IOException io ? io : new IOException(thrown);
        IOException e = Objects.requireNonNullElse(sendFailure, other);
        String message = String.valueOf(e.getMessage());
        if (message.contains(WITH_204) && phase == Phase.WAIT) {
            return new AttemptResult(Phase.RESPONSE, Kind.COMPLETE, "", 204, Map.of(), new byte[0]);
        }
        if (message.startsWith(TLS_ENDED)) {
            return AttemptResult.none(Phase.TLS, Kind.BROKEN, message);
        }
        boolean isTls = e instanceof SSLException && phase == Phase.CONNECT;
        return AttemptResult.of(e, isTls ? Phase.TLS : phase, trust.last());
    }

    /** @param whole whether the whole body of the response has arrived */
    private AttemptResult result(boolean whole) throws IOException {
        return AttemptResult.response(
                        head.statusCode(),
                        name -> head.headers().firstValue(name).orElse(null),
                        new ByteArrayInputStream(received.toByteArray()),
                        false,
                        whole ? Kind.COMPLETE : Kind.DAMAGED)
                .unlessEarly(sendFailure);
    }
}

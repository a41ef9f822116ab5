package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;

/**
 * One upload attempt with the HTTP client of the JDK. The thread that waits for the client also watches the time limits.
 */
final class AgentExchange implements Iterator<byte[]> {
    private static final int PROXY_AUTHENTICATION = 407;
    /** The JDK refuses a response with status 204 that has content. */
    private static final String WITH_204 = "with 204 response";

    private static final InputStream ENDED = new InputStream() {
        @Override
        public int read() throws IOException {
            throw new EOFException();
        }
    };
    private static final String TLS_ENDED = "Remote host terminated the handshake";
    /** How often the time limits are checked. */
    private static final long CHECK_MILLIS = 20;

    private final AgentUpload upload;
    private final HttpClient client;
    private final TrustedCertificates.Trust trust;
    private final ExecutorService threads;
    private final Deadline deadline;
    private final LongConsumer progress;
    private FileBody.Chunks chunks;
    private long left;
    private volatile Phase phase = Phase.CONNECT;
    private volatile IOException fileFailure;
    private volatile long quietSince = System.nanoTime();
    /** Set as soon as the head of the response has arrived. */
    private volatile HttpResponse.ResponseInfo head;

    private volatile boolean complete;

    AgentExchange(
            AgentUpload upload,
            HttpClient client,
            TrustedCertificates.Trust trust,
            ExecutorService threads,
            Deadline deadline,
            LongConsumer progress) {
        this.upload = upload;
        this.client = client;
        this.trust = trust;
        this.threads = threads;
        this.deadline = deadline;
        this.progress = progress;
        this.left = upload.body().length();
    }

    AttemptResult run() throws InterruptedException {
        // The file is opened first, so that nothing is sent if it cannot be opened.
        try (InputStream file = upload.body().archive().open()) {
            chunks = upload.body().new Chunks(file, progress);
            BodyPublisher content = BodyPublishers.fromPublisher(BodyPublishers.ofByteArrays(this::begin), left);
            return await(client.sendAsync(upload.request(content), info -> {
                complete = phase == Phase.WAIT;
                head = info;
                phase = Phase.RESPONSE;
                return HttpResponse.BodySubscribers.ofInputStream();
            }));
        } catch (IOException e) {
            return AttemptResult.of(e, phase, "");
        } catch (IllegalArgumentException e) {
            return AttemptResult.none(Phase.CONNECT, Kind.UNSUPPORTED_HOST);
        }
    }

    /** The client asks for a chunk when the network has accepted the chunks before. */
    private Iterator<byte[]> begin() {
        quietSince = System.nanoTime();
        phase = Phase.SEND;
        return this;
    }

    @Override
    public boolean hasNext() {
        return left > 0;
    }

    @Override
    public byte[] next() {
        if (left == 0) {
            throw new NoSuchElementException();
        }
        try {
            if (deadline.isPassed()) {
                throw new IOException("the time limit is exceeded");
            }
            byte[] chunk = chunks.next();
            left -= chunk.length;
            quietSince = System.nanoTime();
            if (left == 0) {
                phase = Phase.WAIT;
            }
            return chunk;
        } catch (IOException e) {
            fileFailure = e;
            throw new UncheckedIOException(e);
        }
    }

    private AttemptResult await(CompletableFuture<HttpResponse<InputStream>> response) throws InterruptedException {
        try {
            while (true) {
                try {
                    HttpResponse<InputStream> arrived = response.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
                    return result(arrived.statusCode(), arrived.headers(), arrived.body());
                } catch (TimeoutException e) {
                    if (deadline.isPassed()) {
                        return AttemptResult.none(phase, Kind.TIME_LIMIT);
                    }
                    if (System.nanoTime() - quietSince >= timeout().toNanos()) {
                        return AttemptResult.none(phase, Kind.TIMEOUT);
                    }
                } catch (ExecutionException e) {
                    return failure(e.getCause());
                }
            }
        } finally {
            response.cancel(true);
        }
    }

    private Duration timeout() {
        return switch (phase) {
            // Connecting includes the tunnel through a proxy and the TLS handshake.
            case CONNECT -> upload.timeouts().connect();
            case SEND -> upload.timeouts().write();
            case WAIT -> upload.timeouts().read();
            default -> deadline.limit();
        };
    }

    private AttemptResult failure(Throwable thrown) throws InterruptedException {
        if (deadline.isPassed()) {
            return AttemptResult.none(phase, Kind.TIME_LIMIT);
        }
        if (fileFailure != null) {
            return AttemptResult.of(fileFailure, phase, "");
        }
        if (head != null) {
            // The body ended too early for the client to pass on the response.
            return result(head.statusCode(), head.headers(), ENDED);
        }
        IOException e = thrown instanceof IOException io ? io : new IOException(thrown);
        String message = String.valueOf(e.getMessage());
        if (message.contains(WITH_204) && phase == Phase.WAIT) {
            return AttemptResult.response(204, name -> null, new byte[0], Kind.COMPLETE);
        }
        if (e instanceof ConnectException && !(e.getCause() instanceof UnresolvedAddressException)) {
            // The JDK gives no message for a refused connection.
            String reason = e.getMessage() == null ? "Connection refused" : message;
            return AttemptResult.none(Phase.CONNECT, Kind.BROKEN, reason);
        }
        if (message.startsWith(TLS_ENDED)) {
            return AttemptResult.none(Phase.TLS, Kind.BROKEN, message);
        }
        boolean isTls = e instanceof SSLException && phase == Phase.CONNECT;
        return AttemptResult.of(e, isTls ? Phase.TLS : phase, trust.last());
    }

    private AttemptResult result(int status, HttpHeaders headers, InputStream body) throws InterruptedException {
        if (phase == Phase.CONNECT) {
            // The proxy refuses a tunnel.
            return AttemptResult.none(Phase.CONNECT, Kind.OTHER, "Tunnel failed, got: " + status);
        }
        if (status == PROXY_AUTHENTICATION && !upload.isProxied()) {
            return AttemptResult.none(Phase.RESPONSE, Kind.PROTOCOL, "Status 407 without a proxy");
        }
        // If a response arrives before the whole archive was sent, only an error response counts.
        if (!complete && status >= 200 && status < 300) {
            return fileFailure != null
                    ? AttemptResult.of(fileFailure, Phase.SEND, "")
                    : AttemptResult.none(Phase.SEND, Kind.BROKEN);
        }
        AttemptResult read = read(status, name -> headers.firstValue(name).orElse(null), body);
        return read.kind() == Kind.DAMAGED && deadline.isPassed()
                ? AttemptResult.none(Phase.RESPONSE, Kind.TIME_LIMIT)
                : read;
    }

    private AttemptResult read(int status, UnaryOperator<String> header, InputStream body) throws InterruptedException {
        Future<AttemptResult> reading = threads.submit(() -> {
            // Some servers compress the response although the request does not ask for compression.
            boolean packed = "gzip".equalsIgnoreCase(header.apply("Content-Encoding"));
            try (body) {
                return AttemptResult.response(status, header, packed ? new GZIPInputStream(body) : body, false);
            }
        });
        try {
            return reading.get(AttemptResult.SECONDS_FOR_UNNEEDED, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The status decides.
            return AttemptResult.response(status, header, new byte[0], Kind.DAMAGED);
        } finally {
            reading.cancel(true);
        }
    }
}

package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;

/**
 * Makes one upload attempt with the HTTP client of the JDK. The thread that waits for the client also watches the time
 * limits. The threads of the client end when they are idle, or when the client is garbage.
 */
final class AgentExchange {
    private static final int CHUNK = 64 * 1024;
    private static final int PROXY_AUTHENTICATION = 407;
    /** The JDK refuses a response with status 204 that has content. */
    private static final String WITH_204 = "with 204 response";

    private static final String TLS_ENDED = "Remote host terminated the handshake";
    /** How often the time limits are checked. */
    private static final long CHECK_MILLIS = 20;

    private final AgentUpload upload;
    private final Deadline deadline;
    private final LongConsumer progress;
    private final Deadline limit;
    private final ExecutorService threads =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "sast-scan-upload");
                thread.setDaemon(true);
                return thread;
            });

    private TlsTrust trust;
    private volatile Phase phase = Phase.CONNECT;
    private volatile IOException fileFailure;
    private volatile long quietSince = System.nanoTime();
    private volatile boolean complete;
    /** Set as soon as the head of the response has arrived. */
    private volatile HttpResponse.ResponseInfo head;

    AgentExchange(AgentUpload upload, Deadline deadline, LongConsumer progress) {
        this.upload = upload;
        this.deadline = deadline;
        this.progress = progress;
        this.limit = Deadline.after(quietSince, upload.timeLeft());
    }

    AttemptResult run() throws InterruptedException {
        // The file is opened first, so that nothing is sent if it cannot be opened.
        try (InputStream file = upload.body().archive().open();
                InputStream body = upload.body().stream(file, progress)) {
            trust = TlsTrust.of(upload.certificates());
            Iterable<byte[]> chunks = () -> new Chunks(body);
            BodyPublisher content = BodyPublishers.fromPublisher(
                    BodyPublishers.ofByteArrays(chunks), upload.body().length());
            return await(upload.client(trust, threads).sendAsync(upload.request(content), info -> {
                complete = phase == Phase.WAIT;
                head = info;
                phase = Phase.RESPONSE;
                return HttpResponse.BodySubscribers.ofInputStream();
            }));
        } catch (IOException e) {
            return AttemptResult.of(e, phase);
        } catch (GeneralSecurityException e) {
            return AttemptResult.of(new IOException(e), Phase.TLS);
        } catch (IllegalArgumentException e) {
            return AttemptResult.none(Phase.CONNECT, Kind.UNSUPPORTED_HOST);
        }
    }

    private AttemptResult await(CompletableFuture<HttpResponse<InputStream>> response) throws InterruptedException {
        try {
            while (true) {
                try {
                    HttpResponse<InputStream> arrived = response.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
                    return result(arrived.statusCode(), arrived.headers(), () -> read(arrived));
                } catch (TimeoutException e) {
                    if (isOverdue()) {
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

    private boolean isOverdue() {
        return deadline.isPassed() || limit.isPassed();
    }

    private Duration timeout() {
        return switch (phase) {
            // Connecting includes the tunnel through a proxy and the TLS handshake.
            case CONNECT -> upload.timeouts().connect();
            case SEND -> upload.timeouts().write();
            case WAIT -> upload.timeouts().read();
            default -> upload.timeLeft();
        };
    }

    private AttemptResult failure(Throwable thrown) throws InterruptedException {
        if (isOverdue()) {
            return AttemptResult.none(phase, Kind.TIME_LIMIT);
        }
        if (fileFailure != null) {
            return AttemptResult.of(fileFailure, phase);
        }
        if (head != null) {
            // The body ended too early for the client to pass on the response.
            return result(head.statusCode(), head.headers(), () -> new AttemptResult.Body(new byte[0], Kind.DAMAGED));
        }
        IOException e = thrown instanceof IOException io ? io : new IOException(thrown);
        String message = String.valueOf(e.getMessage());
        if (message.contains(WITH_204) && phase == Phase.WAIT) {
            return AttemptResult.response(204, name -> null, new byte[0], Kind.COMPLETE);
        }
        if (e instanceof ConnectException && !(e.getCause() instanceof UnresolvedAddressException)) {
            // The JDK gives no message for a refused connection.
            String reason = e.getMessage() == null ? "Connection refused" : message;
            return AttemptResult.none(Phase.CONNECT, Kind.BROKEN, reason, "");
        }
        if (message.startsWith(TLS_ENDED)) {
            return AttemptResult.none(Phase.TLS, Kind.BROKEN, message, "");
        }
        boolean isTls = e instanceof SSLException && phase == Phase.CONNECT;
        return AttemptResult.of(e, isTls ? Phase.TLS : phase, trust.last());
    }

    private AttemptResult result(int status, HttpHeaders headers, Reading body) throws InterruptedException {
        if (phase == Phase.CONNECT) {
            // The proxy refuses a tunnel.
            return AttemptResult.none(Phase.CONNECT, Kind.OTHER, "Tunnel failed, got: " + status, "");
        }
        if (status == PROXY_AUTHENTICATION && !upload.isProxied()) {
            return AttemptResult.none(Phase.RESPONSE, Kind.PROTOCOL, "Status 407 without a proxy", "");
        }
        // If a response arrives before the whole archive was sent, only an error response counts.
        if (!complete && status >= 200 && status < 300) {
            return fileFailure != null
                    ? AttemptResult.of(fileFailure, Phase.SEND)
                    : AttemptResult.none(Phase.SEND, Kind.BROKEN);
        }
        AttemptResult.Body read = body.read();
        return read.end() == Kind.DAMAGED && isOverdue()
                ? AttemptResult.none(Phase.RESPONSE, Kind.TIME_LIMIT)
                : AttemptResult.response(
                        status, name -> headers.firstValue(name).orElse(null), read.bytes(), read.end());
    }

    private interface Reading {
        AttemptResult.Body read() throws InterruptedException;
    }

    private AttemptResult.Body read(HttpResponse<InputStream> response) throws InterruptedException {
        Future<AttemptResult.Body> reading = threads.submit(() -> {
            // Some servers compress the response although the request does not ask for compression.
            boolean packed = response.headers()
                    .firstValue("Content-Encoding")
                    .filter("gzip"::equalsIgnoreCase)
                    .isPresent();
            try (InputStream body = response.body()) {
                return AttemptResult.read(packed ? new GZIPInputStream(body) : body, false);
            }
        });
        try {
            return reading.get(AttemptResult.SECONDS_FOR_UNNEEDED, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The status decides.
            return new AttemptResult.Body(new byte[0], Kind.DAMAGED);
        } finally {
            reading.cancel(true);
        }
    }

    /** The chunks of the body. The client asks for a chunk when the network has accepted the chunks before. */
    private final class Chunks implements Iterator<byte[]> {
        private final InputStream body;
        private long left = upload.body().length();

        Chunks(InputStream body) {
            this.body = body;
            quietSince = System.nanoTime();
            phase = Phase.SEND;
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
                if (isOverdue()) {
                    throw new IOException("the time limit is exceeded");
                }
                byte[] chunk = body.readNBytes((int) Math.min(CHUNK, left));
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
    }
}

package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.ConnectionSettings;
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
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
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
    private final long start = System.nanoTime();
    /** The wall clock also advances while the machine is suspended. */
    private final long startMillis = System.currentTimeMillis();

    private TlsTrust trust;
    private volatile Phase phase = Phase.CONNECT;
    private volatile IOException fileFailure;
    private volatile long quietSince = start;
    private volatile boolean complete;
    /** Set as soon as the head of the response has arrived. */
    private volatile HttpResponse.ResponseInfo head;

    AgentExchange(AgentUpload upload, Deadline deadline, LongConsumer progress) {
        this.upload = upload;
        this.deadline = deadline;
        this.progress = progress;
    }

    AttemptResult run() throws InterruptedException {
        // The file is opened first, so that nothing is sent if it cannot be opened.
        try (InputStream file = upload.body().archive().open();
                InputStream body = upload.body().stream(file, progress)) {
            return exchange(body);
        } catch (IOException e) {
            return AttemptResult.of(e, phase);
        }
    }

    private AttemptResult exchange(InputStream body) throws InterruptedException {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "sast-scan-upload");
                    thread.setDaemon(true);
                    return thread;
                });
        CompletableFuture<HttpResponse<InputStream>> response;
        try {
            trust = TlsTrust.of(upload.certificates());
            Iterable<byte[]> chunks = () -> new Chunks(body);
            BodyPublisher content = BodyPublishers.fromPublisher(
                    BodyPublishers.ofByteArrays(chunks), upload.body().length());
            response = upload.client(trust, threads).sendAsync(upload.request(content), info -> {
                complete = phase == Phase.WAIT;
                head = info;
                phase = Phase.RESPONSE;
                return HttpResponse.BodySubscribers.ofInputStream();
            });
        } catch (GeneralSecurityException e) {
            return AttemptResult.of(new IOException(e), Phase.TLS);
        } catch (IllegalArgumentException e) {
            return AttemptResult.none(Phase.CONNECT, Kind.UNSUPPORTED_HOST);
        }
        try {
            return await(response, threads);
        } finally {
            response.cancel(true);
        }
    }

    private AttemptResult await(CompletableFuture<HttpResponse<InputStream>> response, ExecutorService threads)
            throws InterruptedException {
        while (true) {
            try {
                HttpResponse<InputStream> arrived = response.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
                return result(arrived.statusCode(), arrived.headers(), () -> read(arrived, threads));
            } catch (TimeoutException e) {
                Optional<AttemptResult> overdue = overdue();
                if (overdue.isPresent()) {
                    return overdue.get();
                }
            } catch (ExecutionException e) {
                return failure(e.getCause());
            }
        }
    }

    private boolean isOverdue() {
        Duration passed = Duration.ofNanos(System.nanoTime() - start);
        Duration byWallClock = Duration.ofMillis(System.currentTimeMillis() - startMillis);
        return deadline.isPassed()
                || Collections.max(List.of(passed, byWallClock)).compareTo(upload.timeLeft()) >= 0;
    }

    private boolean quietFor(Duration limit) {
        return System.nanoTime() - quietSince >= limit.toNanos();
    }

    /** Returns empty unless a time limit is exceeded. */
    private Optional<AttemptResult> overdue() {
        if (isOverdue()) {
            return Optional.of(AttemptResult.none(phase, Kind.TIME_LIMIT));
        }
        ConnectionSettings.Timeouts timeouts = upload.timeouts();
        Duration limit =
                switch (phase) {
                    // Connecting includes the tunnel through a proxy and the TLS handshake.
                    case CONNECT -> timeouts.connect();
                    case WAIT -> timeouts.read();
                    case SEND -> timeouts.write();
                    default -> upload.timeLeft();
                };
        return Optional.of(AttemptResult.none(phase, Kind.TIMEOUT)).filter(timeout -> quietFor(limit));
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
            return AttemptResult.response(204, action -> {}, new byte[0], Kind.COMPLETE);
        }
        if (e instanceof ConnectException && !(e.getCause() instanceof UnresolvedAddressException)) {
            return AttemptResult.none(Phase.CONNECT, Kind.BROKEN, "Connection refused", "");
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
        if (read.end() == Kind.DAMAGED && isOverdue()) {
            return AttemptResult.none(Phase.RESPONSE, Kind.TIME_LIMIT);
        }
        return AttemptResult.response(
                status,
                action -> headers.map().forEach((name, values) -> action.accept(name, values.get(0))),
                read.bytes(),
                read.end());
    }

    private interface Reading {
        AttemptResult.Body read() throws InterruptedException;
    }

    private static AttemptResult.Body read(HttpResponse<InputStream> response, ExecutorService threads)
            throws InterruptedException {
        Future<AttemptResult.Body> reading = threads.submit(() -> read(response));
        try {
            return reading.get(AttemptResult.SECONDS_FOR_UNNEEDED, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The status decides.
            return new AttemptResult.Body(new byte[0], Kind.DAMAGED);
        } finally {
            reading.cancel(true);
        }
    }

    private static AttemptResult.Body read(HttpResponse<InputStream> response) throws IOException {
        // Some servers compress the response although the request does not ask for compression.
        boolean packed = response.headers()
                .firstValue("Content-Encoding")
                .filter("gzip"::equalsIgnoreCase)
                .isPresent();
        try (InputStream body = response.body()) {
            return AttemptResult.read(packed ? new GZIPInputStream(body) : body, false);
        }
    }

    /** The chunks of the body. The client asks for a chunk when the network has accepted the chunks before. */
    private final class Chunks implements Iterator<byte[]> {
        private final InputStream body;
        private long left = upload.body().length();

        Chunks(InputStream body) {
            this.body = body;
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

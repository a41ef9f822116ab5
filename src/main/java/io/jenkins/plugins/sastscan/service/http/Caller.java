package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.service.http.CallClock.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;

/** Makes the attempts of calls: retries temporary failures, and counts the retries. */
public final class Caller {
    private static final int MAX_DOUBLINGS = 30;
    /** It is better to report a SAST server that asks for more time than to wait silently. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    private final OkHttpClient client;
    private final ConnectionSettings settings;
    private final CallClock clock;
    private final AtomicInteger retries = new AtomicInteger();

    public Caller(ConnectionSettings settings, CallClock clock) {
        this(HttpClients.create(settings), settings, clock);
    }

    /** @param client made by {@link HttpClients#create} with these settings */
    public Caller(OkHttpClient client, ConnectionSettings settings, CallClock clock) {
        this.client = client;
        this.settings = settings;
        this.clock = clock;
    }

    Deadline deadline(Operation operation) {
        CallPolicy policy = settings.policy();
        return new Deadline(clock, operation == Operation.UPLOAD ? policy.uploadLimit() : policy.shortLimit());
    }

    /** Returns the call with all secrets that are sent with it. */
    Call prepared(Call call) {
        return call.through(settings.proxy());
    }

    CallClock clock() {
        return clock;
    }

    int retries() {
        return retries.get();
    }

    void close() {
        HttpClients.dispose(client);
    }

    /**
     * Returns the response of the last attempt, whatever its status.
     *
     * @throws ServiceException if there is none, or if the SAST server asks to wait too long
     */
    ServiceResponse call(Call call, Deadline deadline) throws ServiceException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            UploadAttempt.Result result = attempt(call, attempt, deadline);
            Duration delay = delay(attempt);
            if (result instanceof ServiceResponse response) {
                if (!response.isTemporary()) {
                    return response;
                }
                Duration requested = RetryAfter.of(response, clock.now());
                if (requested.compareTo(Collections.min(List.of(deadline.remaining(), MAX_WAIT))) >= 0
                        && !requested.isZero()) {
                    throw Refusal.waitTooLong(call, response, requested, deadline.limit());
                }
                delay = Collections.max(List.of(requested, delay));
                if (isLast(attempt, delay, deadline)) {
                    return response;
                }
            } else {
                NetworkFailure failure = new NetworkFailure((AttemptFailure) result, call, settings, deadline.limit());
                if (!failure.isTemporary() || isLast(attempt, delay, deadline)) {
                    throw failure.exception();
                }
            }
            clock.sleep(delay);
            retries.incrementAndGet();
        }
    }

    private boolean isLast(int attempt, Duration delay, Deadline deadline) {
        return attempt == settings.policy().retries() || delay.compareTo(deadline.remaining()) >= 0;
    }

    /** Makes one attempt, until it ends, the time limit is exceeded, or the thread is interrupted. */
    private UploadAttempt.Result attempt(Call call, int number, Deadline deadline) throws InterruptedException {
        if (call.sender().isEmpty()) {
            return new OkHttpExchange(client(call.url().host(), number), call).run(deadline.remaining());
        }
        SocketAttempt attempt = SocketAttempt.of(call, settings, number, deadline.remaining());
        try {
            return call.sender().get().send(attempt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns a client for one attempt. OkHttp tries only one address, so each attempt starts with another one. The proxy
     * is set for the host, because OkHttp asks a proxy selector only for hosts that {@code java.net.URI} can parse.
     */
    private OkHttpClient client(String host, int attempt) {
        ProxySettings proxy = settings.proxy();
        return client.newBuilder()
                .dns(name -> rotated(client.dns().lookup(name), attempt))
                .proxy(
                        proxy.isUsedFor(host)
                                ? new Proxy(
                                        Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.host(), proxy.port()))
                                : Proxy.NO_PROXY)
                .build();
    }

    private static List<InetAddress> rotated(List<InetAddress> addresses, int by) {
        List<InetAddress> rotated = new ArrayList<>(addresses);
        Collections.rotate(rotated, -by);
        return rotated;
    }

    /** Doubles the delay with each attempt, and returns a random part between half and all of it. */
    private Duration delay(int attempt) {
        CallPolicy policy = settings.policy();
        Duration doubled = attempt >= MAX_DOUBLINGS
                ? policy.maxDelay()
                : policy.firstDelay().multipliedBy(1L << attempt);
        return Duration.ofNanos(
                (long) (Collections.min(List.of(doubled, policy.maxDelay())).toNanos() * (0.5 + clock.random() / 2)));
    }
}

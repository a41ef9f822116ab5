package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.service.http.CallClock.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;

/** Makes authenticated calls to one SAST server: retries temporary failures, and counts the retries. */
public final class HttpCalls implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int MAX_DOUBLINGS = 30;
    /** A longer wait fails the call, so that users do not wait without a message. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    private final AccessTokens tokens;
    private final UploadEncoding encoding;
    private final ConnectionSettings settings;
    private final OkHttpClient client;
    private final CallClock clock;
    private final AtomicInteger retries = new AtomicInteger();

    public HttpCalls(ServiceAuthentication authentication, UploadEncoding encoding, ConnectionSettings settings) {
        this(authentication, encoding, settings, HttpClients.create(settings), CallClock.REAL);
    }

    /** @param client made by {@link HttpClients#create} with these settings */
    public HttpCalls(
            ServiceAuthentication authentication,
            UploadEncoding encoding,
            ConnectionSettings settings,
            OkHttpClient client,
            CallClock clock) {
        this.tokens = new AccessTokens(authentication, this);
        this.encoding = encoding;
        this.settings = settings;
        this.client = client;
        this.clock = clock;
    }

    public UploadEncoding encoding() {
        return encoding;
    }

    public int retries() {
        return retries.get();
    }

    CallClock clock() {
        return clock;
    }

    /**
     * Returns the JSON object of a successful response, without fields if there is none and none is required.
     *
     * @throws UncheckedIOException if the sender of an upload fails
     */
    public JsonFields call(Call call) throws ServiceException, InterruptedException {
        return response(call).success(encoding);
    }

    /**
     * Makes a call to check the access token and the project.
     *
     * @return false if the SAST server rejected the call for a reason other than the token or a missing project
     */
    public boolean proveToken(Call call) throws ServiceException, InterruptedException {
        CallResponse response = response(call);
        int status = response.response().status();
        if (status != UNAUTHORIZED && status != NOT_FOUND && response.response().isRefusal()) {
            return false;
        }
        response.success(encoding);
        return true;
    }

    /** Returns the response to a call, which is repeated once with another token if the first is rejected. */
    private CallResponse response(Call call) throws ServiceException, InterruptedException {
        CallPolicy policy = settings.policy();
        Deadline deadline =
                new Deadline(clock, call.operation() == Operation.UPLOAD ? policy.uploadLimit() : policy.shortLimit());
        AccessToken token = tokens.current(deadline);
        CallResponse first = response(call.with(token), deadline);
        if (first.response().status() != UNAUTHORIZED) {
            return first;
        }
        Optional<AccessToken> other = tokens.renewed(token, deadline);
        return other.isPresent() ? response(first.call().with(other.get()), deadline) : first;
    }

    /**
     * Returns the response of the last attempt, whatever its status.
     *
     * @throws ServiceException if there is none, or if the SAST server asks to wait too long
     */
    CallResponse response(Call withoutProxy, Deadline deadline) throws ServiceException, InterruptedException {
        Call call = withoutProxy.through(settings.proxy());
        for (int attempt = 0; ; attempt++) {
            UploadAttempt.Result result = attempt(call, attempt, deadline);
            Duration delay = delay(attempt);
            if (result instanceof ServiceResponse response) {
                if (!response.isTemporary()) {
                    return new CallResponse(call, response);
                }
                Duration requested = RetryAfter.of(response, clock.now());
                if (requested.compareTo(Collections.min(List.of(deadline.remaining(), MAX_WAIT))) >= 0
                        && !requested.isZero()) {
                    throw Refusal.waitTooLong(call, response, requested);
                }
                delay = Collections.max(List.of(requested, delay));
                if (isLast(attempt, delay, deadline)) {
                    return new CallResponse(call, response);
                }
            } else {
                NetworkFailure failure = new NetworkFailure((AttemptFailure) result, call, settings);
                ServiceException exception = failure.exception(deadline.limit());
                if (!failure.isTemporary(exception.reason()) || isLast(attempt, delay, deadline)) {
                    throw exception;
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
            OkHttpClient one =
                    HttpClients.forAttempt(client, settings.proxy(), call.url().host(), number);
            return new OkHttpExchange(one, call).run(deadline.remaining());
        }
        SocketAttempt attempt = SocketAttempt.of(call, settings, number, deadline.remaining());
        try {
            return call.sender().get().send(attempt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /** Ends the threads after the running calls. New calls fail. */
    @Override
    public void close() {
        HttpClients.dispose(client);
    }
}

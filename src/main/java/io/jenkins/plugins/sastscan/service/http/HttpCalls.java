package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.service.http.CallClock.Deadline;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;

/** Makes authenticated calls to one SAST server: retries temporary failures, and counts the retries. */
public final class HttpCalls implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    /** Refusals that fail the check of access: of the token, of the project, or until a time too far away. */
    private static final Set<CallFailure> FAILED_CHECKS =
            Set.of(CallFailure.TOKEN_REJECTED, CallFailure.NO_PROJECT, CallFailure.WAIT_TOO_LONG);

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

    /** Returns the JSON object of a successful response, without fields if there is none and none is required. */
    public JsonFields call(ServiceCall call) throws ServiceException, InterruptedException {
        return outcome(call).success();
    }

    /**
     * Makes a call to check the access token and the project.
     *
     * @return the JSON object of the response; empty if the SAST server rejected the call for a reason other than the
     *     token or a missing project
     */
    public Optional<JsonFields> proveToken(ServiceCall call) throws ServiceException, InterruptedException {
        AttemptOutcome outcome = outcome(call);
        if (CallFailure.of(outcome)
                .filter(failure -> failure.isRefusal() && !FAILED_CHECKS.contains(failure))
                .isPresent()) {
            return Optional.empty();
        }
        return Optional.of(outcome.success());
    }

    /** Returns the outcome of a call, which is repeated once with another token if the first is rejected. */
    private AttemptOutcome outcome(ServiceCall call) throws ServiceException, InterruptedException {
        CallPolicy policy = settings.policy();
        Deadline deadline =
                new Deadline(clock, call.operation() == Operation.UPLOAD ? policy.uploadLimit() : policy.shortLimit());
        AccessToken token = tokens.current(deadline);
        AttemptOutcome first = outcome(call.with(token), deadline);
        if (first.status() != UNAUTHORIZED) {
            return first;
        }
        Optional<AccessToken> other = tokens.renewed(token, deadline);
        return other.isPresent() ? outcome(first.call().with(other.get()), deadline) : first;
    }

    /** Returns the outcome of the last attempt. */
    AttemptOutcome outcome(ServiceCall withoutSettings, Deadline deadline)
            throws ServiceException, InterruptedException {
        ServiceCall call = withoutSettings.with(settings);
        for (int attempt = 0; ; attempt++) {
            UploadAttempt.Result result = attempt(call, attempt, deadline);
            Duration delay = delay(attempt);
            Duration time = deadline.limit();
            if (result instanceof ServiceResponse response) {
                Duration requested = RetryAfter.of(response, clock.now());
                Duration longest = Collections.min(List.of(deadline.remaining(), MAX_WAIT));
                time = requested.compareTo(longest) >= 0 ? requested : Duration.ZERO;
                delay = Collections.max(List.of(requested, delay));
            }
            AttemptOutcome outcome = new AttemptOutcome(call, result, time);
            boolean isRetried =
                    CallFailure.of(outcome).filter(CallFailure::isRetried).isPresent();
            if (!isRetried || attempt == settings.policy().retries() || delay.compareTo(deadline.remaining()) >= 0) {
                return outcome;
            }
            clock.sleep(delay);
            retries.incrementAndGet();
        }
    }

    /** Makes one attempt, until it ends, the time limit is exceeded, or the thread is interrupted. */
    private UploadAttempt.Result attempt(ServiceCall call, int number, Deadline deadline)
            throws ServiceException, InterruptedException {
        if (call.sender().isPresent()) {
            return call.sender().get().send(SocketAttempt.of(call, number, deadline.remaining()));
        }
        return new OkHttpExchange(HttpClients.forAttempt(client, call, number), call).run(deadline.remaining());
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

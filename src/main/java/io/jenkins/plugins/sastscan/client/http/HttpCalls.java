package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.Retry;
import io.jenkins.plugins.sastscan.client.ServiceAuthentication;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.CallClock.Deadline;
import io.jenkins.plugins.sastscan.text.Figures;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import okhttp3.OkHttpClient;

/** Makes authenticated calls to one SAST server, and retries temporary failures. */
public final class HttpCalls implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    private static final int UNSUPPORTED_TYPE = 415;
    /** Of the statuses 400 to 499, only these make {@link #checkAccess} fail. */
    private static final Set<Integer> ACCESS_FAILURES = Set.of(UNAUTHORIZED, 404, 407, 429);

    /**
     * The shortest random delay, as a fraction of the full delay. With the default number of retries, the delays take at
     * least two minutes in total.
     */
    private static final double SHORTEST_DELAY = 0.8;
    /**
     * The call fails immediately if the SAST server requests a wait of at least this length. Users get the error
     * message early instead of waiting.
     */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    private final AccessTokens tokens;
    private final UploadEncoding encoding;
    private final ConnectionSettings settings;
    private final OkHttpClient client;
    private final CallClock clock;
    private final Consumer<Retry> onRetry;
    private final AtomicInteger retries = new AtomicInteger();

    /** @param client created by {@link HttpClients#create} with these settings */
    public HttpCalls(
            ServiceAuthentication authentication,
            UploadEncoding encoding,
            ConnectionSettings settings,
            Consumer<Retry> onRetry,
            OkHttpClient client,
            CallClock clock) {
        this.tokens = new AccessTokens(authentication, this);
        this.encoding = encoding;
        this.settings = settings;
        this.onRetry = onRetry;
        this.client = client;
        this.clock = clock;
    }

    public int retries() {
        return retries.get();
    }

    CallClock clock() {
        return clock;
    }

    /**
     * Returns the JSON object of the response. If there is none and the operation does not require one, returns
     * {@link JsonFields#NONE}.
     */
    public JsonFields call(ServiceCall call) throws ServiceException, InterruptedException {
        return authorized(call, deadline(call)).success();
    }

    /**
     * Makes a call with the configured upload encoding. If the SAST server rejects a form with status 415, the data is
     * sent a second time, as multipart.
     */
    public void callEncoded(Function<UploadEncoding, ServiceCall> encoded)
            throws ServiceException, InterruptedException {
        ServiceCall call = encoded.apply(encoding);
        Deadline deadline = deadline(call);
        AttemptOutcome first = authorized(call, deadline);
        if (encoding == UploadEncoding.MULTIPART || first.status() != UNSUPPORTED_TYPE) {
            first.success();
            return;
        }
        onRetry.accept(Retry.AS_MULTIPART);
        AttemptOutcome second = authorized(encoded.apply(UploadEncoding.MULTIPART), deadline);
        (second.status() == UNSUPPORTED_TYPE ? first : second).success();
    }

    /**
     * Makes a call to check the access token and the project.
     *
     * @return the JSON object of the response; empty for a 4xx status other than 401, 404, 407 and 429
     */
    public Optional<JsonFields> checkAccess(ServiceCall call) throws ServiceException, InterruptedException {
        AttemptOutcome outcome = authorized(call, deadline(call));
        int status = outcome.status();
        return status >= 400 && status < 500 && !ACCESS_FAILURES.contains(status)
                ? Optional.empty()
                : Optional.of(outcome.success());
    }

    private Deadline deadline(ServiceCall call) {
        CallPolicy policy = settings.policy();
        boolean upload = call.operation() == Operation.UPLOAD;
        return new Deadline(
                clock, upload ? policy.uploadLimit() : policy.shortLimit().plus(policy.delays()));
    }

    /** Repeats the call once with a new token if the SAST server rejects a token that can be renewed. */
    private AttemptOutcome authorized(ServiceCall call, Deadline deadline)
            throws ServiceException, InterruptedException {
        AccessToken token = tokens.get(null, deadline);
        AttemptOutcome first = outcome(call.withToken(token), deadline);
        if (first.status() != UNAUTHORIZED) {
            return first;
        }
        AccessToken other = tokens.get(token, deadline);
        // A new token can have the same value as the rejected one. So this line compares the objects, not the values.
        if (other == token) {
            return first;
        }
        onRetry.accept(new Retry("status 401", "sent again with a new access token"));
        return outcome(first.call().withToken(other), deadline);
    }

    /** Makes a call with retries, and returns the outcome of the last attempt. */
    AttemptOutcome outcome(ServiceCall original, Deadline deadline) throws ServiceException, InterruptedException {
        ServiceCall call = original.withSettings(settings);
        for (int retry = 1; ; retry++) {
            UploadAttempt.Result result = attempt(call, retry - 1, deadline);
            Duration delay = delay(retry);
            Duration excessiveWait = Duration.ZERO;
            if (result instanceof ServiceResponse response) {
                Duration requested = RetryAfter.of(response, clock.now());
                Duration longest = Collections.min(List.of(deadline.remaining(), MAX_WAIT));
                excessiveWait = requested.compareTo(longest) >= 0 ? requested : Duration.ZERO;
                delay = Collections.max(List.of(requested, delay));
            }
            AttemptOutcome outcome = new AttemptOutcome(call, result, deadline.limit(), excessiveWait);
            Optional<String> reason = CallFailure.of(outcome).flatMap(failure -> failure.retryReason(outcome));
            if (reason.isEmpty() || retry > settings.policy().retries() || delay.compareTo(deadline.remaining()) >= 0) {
                return outcome;
            }
            onRetry.accept(new Retry(reason.get(), plan(outcome, retry, delay)));
            clock.sleep(delay);
            retries.incrementAndGet();
        }
    }

    private String plan(AttemptOutcome outcome, int retry, Duration delay) {
        CallPolicy policy = settings.policy();
        boolean startsAgain = outcome.call().operation() == Operation.UPLOAD && outcome.isSent();
        String plan = (startsAgain ? "starting again: " : "") + "retry " + retry + " of " + policy.retries() + " in "
                + Figures.time(delay);
        Duration delays = policy.delays();
        Duration about = delays.toMinutes() < 2 ? delays : delays.truncatedTo(ChronoUnit.MINUTES);
        return retry == 1 && policy.retries() > 1 ? plan + " (retries for about " + Figures.words(about) + ")" : plan;
    }

    private UploadAttempt.Result attempt(ServiceCall call, int number, Deadline deadline)
            throws ServiceException, InterruptedException {
        if (call.sender().isPresent()) {
            // The sender makes the attempt on the agent.
            return call.sender().get().send(SocketAttempt.of(call, number, deadline.remaining()));
        }
        return new OkHttpExchange(HttpClients.forAttempt(client, call, number), call).run(deadline.remaining());
    }

    /** Returns a delay that is shortened at random, so that builds do not retry at the same time. */
    private Duration delay(int retry) {
        double part = SHORTEST_DELAY + (1 - SHORTEST_DELAY) * clock.random();
        return Duration.ofNanos((long) (settings.policy().delay(retry).toNanos() * part));
    }

    @Override
    public void close() {
        client.dispatcher().executorService().shutdown();
    }
}

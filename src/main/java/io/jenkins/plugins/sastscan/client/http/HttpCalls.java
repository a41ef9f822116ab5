package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Operation;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import okhttp3.OkHttpClient;

/** Makes authenticated calls to one SAST server, and retries temporary failures. Use it in one thread at a time. */
public final class HttpCalls implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    private static final int UNSUPPORTED_TYPE = 415;

    /** The shortest random delay, as a fraction of the full delay. */
    private static final double SHORTEST_DELAY = 0.8;
    /** The call ends if the SAST server requests a wait of at least this length. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    /** Null if the access token is configured. */
    private final AccessTokens tokens;

    private final Authentication authentication;
    private final UploadEncoding encoding;
    private final ConnectionSettings settings;
    private final OkHttpClient client;
    private final Deadline.Clock clock;
    private final Consumer<Retry> onRetry;
    private final SecretMask secrets;

    /** @param client created by {@link #client} with these settings */
    public HttpCalls(
            Authentication authentication,
            UploadEncoding encoding,
            ConnectionSettings settings,
            Consumer<Retry> onRetry,
            OkHttpClient client,
            Deadline.Clock clock) {
        this.authentication = authentication;
        this.tokens = authentication instanceof OAuthSettings oauth ? new AccessTokens(oauth, this) : null;
        this.encoding = encoding;
        this.settings = settings;
        this.onRetry = onRetry;
        this.client = client;
        this.clock = clock;
        this.secrets = authentication.mask().and(settings.proxy().mask());
    }

    /** @throws InvalidInputException if Java cannot read its trust store */
    public static OkHttpClient client(ConnectionSettings settings) {
        return OkHttpExchange.client(settings);
    }

    Deadline.Clock clock() {
        return clock;
    }

    /**
     * Makes a call. If the SAST server rejects a form with status 415, a file is sent a second time, as multipart.
     *
     * @param values reads the JSON object of the response, or a missing node, and masks secrets in its texts
     */
    public <T> T call(ServiceCall call, BiFunction<JsonNode, UnaryOperator<String>, T> values)
            throws ServiceException, InterruptedException {
        Deadline deadline = deadline(call);
        Attempt attempt = authorized(call.withEncoding(encoding), deadline);
        boolean form = encoding == UploadEncoding.FORM && call.operation().isEncoded();
        if (form && attempt.status() == UNSUPPORTED_TYPE) {
            onRetry.accept(Retry.AS_MULTIPART);
            Attempt second = authorized(call.withEncoding(UploadEncoding.MULTIPART), deadline);
            attempt = second.status() == UNSUPPORTED_TYPE ? attempt : second;
        }
        return values.apply(attempt.success(), attempt.call.secrets()::mask);
    }

    /** Tells whether a call gets a response that does not come from an overloaded load balancer. Makes no retry. */
    public boolean isAnswered(ServiceCall call) throws InterruptedException {
        try {
            Deadline deadline = new Deadline(clock, settings.policy().shortLimit());
            Optional<AccessToken> token = token(false, deadline);
            int status = attempt(masked(call, token), token, 0, deadline).status();
            return status > 0 && status < 500;
        } catch (ServiceException e) {
            return false;
        }
    }

    /** @param renew whether the SAST server has rejected the current token */
    private Optional<AccessToken> token(boolean renew, Deadline deadline)
            throws ServiceException, InterruptedException {
        return Optional.of(authentication instanceof AccessToken configured ? configured : tokens.get(renew, deadline));
    }

    private Deadline deadline(ServiceCall call) {
        CallPolicy policy = settings.policy();
        boolean upload = call.operation() == Operation.UPLOAD;
        return new Deadline(
                clock, upload ? policy.uploadLimit() : policy.shortLimit().plus(policy.delays()));
    }

    /** Repeats the call once with a new token if the SAST server rejects a token that can be renewed. */
    private Attempt authorized(ServiceCall call, Deadline deadline) throws ServiceException, InterruptedException {
        Attempt first = last(call, token(false, deadline), deadline);
        if (first.status() != UNAUTHORIZED || tokens == null) {
            return first;
        }
        Optional<AccessToken> renewed = token(true, deadline);
        onRetry.accept(new Retry("status 401", "sent again with a new access token"));
        return last(call, renewed, deadline);
    }

    /** Makes a call with retries, and returns the last attempt. */
    Attempt last(ServiceCall original, Optional<AccessToken> token, Deadline deadline)
            throws ServiceException, InterruptedException {
        ServiceCall call = masked(original, token);
        Retries retries = new Retries(call, deadline);
        if (call.sender() != null) {
            Upload upload = UploadRequest.of(call, token.orElseThrow(), settings);
            Upload.Result last = call.sender().send(upload, deadline.remaining(), retries::isRetried);
            return new Attempt(call, settings, last, deadline.limit());
        }
        while (true) {
            Attempt attempt = attempt(call, token, retries.number, deadline);
            if (!retries.isRetried(attempt)) {
                return attempt;
            }
        }
    }

    /** Decides about the retries of a call, also for an agent that makes the attempts. */
    private final class Retries {
        private final ServiceCall call;
        private final Deadline deadline;
        private int number;

        Retries(ServiceCall call, Deadline deadline) {
            this.call = call;
            this.deadline = deadline;
        }

        boolean isRetried(Upload.Result result) throws InterruptedException {
            Attempt attempt = new Attempt(call, settings, result, deadline.limit());
            return !(attempt.result.isNotConnected() && call.sender().gaveUp()) && isRetried(attempt);
        }

        boolean isRetried(Attempt attempt) throws InterruptedException {
            String reason = attempt.retry();
            Duration delay = Collections.max(List.of(attempt.result.requestedWait(), delay(number + 1)));
            Duration longest = Collections.min(List.of(MAX_WAIT, deadline.remaining()));
            int most = settings.policy().retries();
            if (reason.isEmpty() || number >= most || delay.compareTo(longest) >= 0) {
                return false;
            }
            number++;
            onRetry.accept(new Retry(reason, "retry " + number + " of " + most + " in " + Figures.time(delay)));
            clock.sleep(delay);
            return true;
        }

        /** Returns a delay that is shortened at random, so that builds do not retry at the same time. */
        private Duration delay(int retry) {
            double part = SHORTEST_DELAY + (1 - SHORTEST_DELAY) * clock.random();
            return Duration.ofNanos((long) (settings.policy().delay(retry).toNanos() * part));
        }
    }

    private ServiceCall masked(ServiceCall call, Optional<AccessToken> token) {
        return call.withSecrets(token.map(given -> secrets.and(given.mask())).orElse(secrets));
    }

    /** @param number the number of attempts before this one */
    private Attempt attempt(ServiceCall call, Optional<AccessToken> token, int number, Deadline deadline)
            throws ServiceException, InterruptedException {
        OkHttpExchange exchange = new OkHttpExchange(client, settings.proxy(), call, number);
        return new Attempt(call, settings, exchange.run(token, deadline.remaining()), deadline.limit());
    }

    @Override
    public void close() {
        client.dispatcher().executorService().shutdown();
    }
}

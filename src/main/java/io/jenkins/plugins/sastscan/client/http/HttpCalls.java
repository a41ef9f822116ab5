package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.TrustedCertificates.Trust;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Operation;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import okhttp3.ConnectionPool;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;

/** Makes authenticated calls to one SAST server, and retries temporary failures. Use it in one thread at a time. */
public final class HttpCalls {
    /** The time limit of a call other than an upload, in addition to the longest delays of all retries. */
    private static final Duration SHORT_LIMIT = Duration.ofMinutes(2);
    /** The longest delay before a retry, unless the SAST server requests a longer one with {@code Retry-After}. */
    private static final int MAX_DELAY_SECONDS = 30;
    /** The shortest random delay, as a fraction of the full delay. */
    private static final double SHORTEST_DELAY = 0.8;
    /** The call ends if the SAST server requests a wait of at least this length. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    private final Authentication authentication;
    /** Null if the access token is configured. */
    private final AccessTokens tokens;

    final ConnectionSettings settings;
    private final OkHttpClient client;
    final Deadline.Clock clock;
    private final Consumer<Retry> onRetry;
    private final SecretMask secrets;

    /** @param client created by {@link #client} with these settings */
    public HttpCalls(
            Authentication authentication,
            ConnectionSettings settings,
            Consumer<Retry> onRetry,
            OkHttpClient client,
            Deadline.Clock clock) {
        this.authentication = authentication;
        this.tokens =
                authentication instanceof AccessToken ? null : new AccessTokens((OAuthSettings) authentication, this);
        this.settings = settings;
        this.onRetry = onRetry;
        this.client = client;
        this.clock = clock;
        this.secrets = authentication
                .mask()
                .and(settings.proxy().user().map(User::mask).orElse(SecretMask.NONE));
    }

    /**
     * Creates a client with strict TLS. Idle connections are closed immediately, because the SAST server may close them
     * before a later call uses them.
     *
     * @throws InvalidInputException if Java cannot read its trust store
     */
    public static OkHttpClient client(ConnectionSettings settings) {
        Trust trust = settings.certificates().trust();
        return new OkHttpClient.Builder()
                .sslSocketFactory(trust.context().getSocketFactory(), trust)
                .connectionPool(new ConnectionPool(0, 5, TimeUnit.MINUTES))
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectTimeout(settings.timeouts().connect())
                .readTimeout(settings.timeouts().read())
                .writeTimeout(settings.timeouts().write())
                .followRedirects(false)
                .retryOnConnectionFailure(false)
                .addNetworkInterceptor(HttpCalls::withoutZeroWait)
                .build();
    }

    /** Hides a wait of zero seconds: after status 503, it makes OkHttp retry immediately. */
    private static Response withoutZeroWait(Interceptor.Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        String wait = response.header("Retry-After");
        return wait != null && wait.matches("0+")
                ? response.newBuilder().removeHeader("Retry-After").build()
                : response;
    }

    /**
     * Makes a call. If the SAST server rejects a form with status 415, a file is sent a second time, as multipart.
     */
    public ResponseValues call(ServiceCall call) throws ServiceException, InterruptedException {
        Deadline deadline = new Deadline(clock, limit(call.operation()));
        Attempt attempt = authorized(call.withEncoding(settings.encoding()), deadline);
        boolean form =
                settings.encoding() == UploadEncoding.FORM && call.operation().isEncoded();
        if (form && attempt.result().status() == HttpURLConnection.HTTP_UNSUPPORTED_TYPE) {
            onRetry.accept(Retry.AS_MULTIPART);
            Attempt second = authorized(call.withEncoding(UploadEncoding.MULTIPART), deadline);
            attempt = second.result().status() == HttpURLConnection.HTTP_UNSUPPORTED_TYPE ? attempt : second;
        }
        return new ResponseValues(attempt.success(), attempt.call().secrets());
    }

    /** The time limit includes all attempts, the delays between them, and the renewal of a token. */
    private Duration limit(Operation operation) {
        int delays = IntStream.range(0, settings.retries())
                .map(HttpCalls::delaySeconds)
                .sum();
        return operation == Operation.UPLOAD ? ConnectionSettings.UPLOAD_LIMIT : SHORT_LIMIT.plusSeconds(delays);
    }

    /**
     * Returns the longest delay before the next retry. By default, retries continue for at least two minutes, so that the
     * SAST server has time to restart.
     */
    private static int delaySeconds(int retries) {
        return retries < 5 ? 1 << retries : MAX_DELAY_SECONDS;
    }

    /** Repeats the call once with a new token if the SAST server rejects one that came from a token endpoint. */
    private Attempt authorized(ServiceCall call, Deadline deadline) throws ServiceException, InterruptedException {
        if (authentication instanceof AccessToken configured) {
            return last(call, Optional.of(configured), deadline);
        }
        Attempt first = last(call, Optional.of(tokens.get(false, deadline)), deadline);
        if (first.result().status() != HttpURLConnection.HTTP_UNAUTHORIZED) {
            return first;
        }
        AccessToken renewed = tokens.get(true, deadline);
        onRetry.accept(new Retry("status 401", "sent again with a new access token"));
        return last(call, Optional.of(renewed), deadline);
    }

    /** Makes a call, and returns the last attempt. */
    Attempt last(ServiceCall original, Optional<AccessToken> token, Deadline deadline)
            throws ServiceException, InterruptedException {
        if (Thread.interrupted()) {
            // Otherwise, another thread could send the request before this thread stops waiting for it.
            throw new InterruptedException();
        }
        ServiceCall call = original.withSecrets(
                token.map(AccessToken::mask).orElse(SecretMask.NONE).and(secrets));
        Attempt attempt;
        int retries = 0;
        do {
            AttemptResult result = call.sender() == null
                    ? new OkHttpExchange(client, settings.proxy(), call, retries).run(token, deadline.remaining())
                    : (AttemptResult)
                            call.sender().send(call.upload(token.orElseThrow(), settings), deadline.remaining());
            attempt = new Attempt(call, settings, result, new ResponseText(result), deadline.limit());
        } while (isRetried(attempt, retries++, deadline));
        return attempt;
    }

    /** Tells whether another attempt follows. Returns after the delay before that attempt. */
    private boolean isRetried(Attempt attempt, int retries, Deadline deadline) throws InterruptedException {
        Upload.Sender sender = attempt.call().sender();
        if (sender != null && attempt.result().isNotConnected() && sender.gaveUp()) {
            return false;
        }
        int most = attempt.call().operation() == Operation.REACHABILITY ? 0 : settings.retries();
        String reason = attempt.retry();
        // Delays are shortened at random, so that builds do not retry at the same time.
        double part = SHORTEST_DELAY + (1 - SHORTEST_DELAY) * clock.random();
        Duration planned = Duration.ofNanos((long) (delaySeconds(retries) * 1_000_000_000L * part));
        Duration delay = Collections.max(List.of(attempt.result().requestedWait(), planned));
        Duration longest = Collections.min(List.of(MAX_WAIT, deadline.remaining()));
        if (reason.isEmpty() || retries >= most || delay.compareTo(longest) >= 0) {
            return false;
        }
        String plan = "retry " + (retries + 1) + " of " + most + " in " + Figures.time(delay.toMillis());
        onRetry.accept(new Retry(reason, plan));
        clock.sleep(delay);
        return true;
    }
}

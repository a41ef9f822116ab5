package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.TrustedCertificates.Trust;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * One attempt of a call by the controller. Blocking I/O ignores interrupts, and name lookups also ignore timeouts.
 * Therefore, a thread of the client makes the attempt, and the caller can stop waiting at any time.
 */
final class OkHttpExchange extends EventListener {
    private static final String PROXY_AUTHORIZATION = "Proxy-Authorization";
    /** The maximum time to wait until a cancelled attempt has closed its connection. */
    private static final long RELEASE_MILLIS = 1_000;

    private final ServiceCall call;
    private final OkHttpClient client;
    private volatile Phase phase = Phase.CONNECT;
    private volatile IOException sendFailure;
    private volatile Response head;

    /**
     * Creates a client with strict TLS. Idle connections are closed immediately, because the SAST server may close them
     * before a later call uses them.
     *
     * @throws InvalidInputException if Java cannot read its trust store
     */
    static OkHttpClient client(ConnectionSettings settings) {
        Trust trust;
        try {
            trust = settings.certificates().trust();
        } catch (GeneralSecurityException e) {
            String reason = e.getCause() instanceof IOException cause ? IoReason.of(cause) : e.getMessage();
            throw new InvalidInputException("Java on the controller cannot read its trust store (" + reason
                    + "). Check the Java options that start with javax.net.ssl.trustStore.");
        }
        return new OkHttpClient.Builder()
                .sslSocketFactory(trust.context().getSocketFactory(), trust)
                .connectionPool(new ConnectionPool(0, 5, TimeUnit.MINUTES))
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectTimeout(settings.timeouts().connect())
                .readTimeout(settings.timeouts().read())
                .writeTimeout(settings.timeouts().write())
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .addNetworkInterceptor(OkHttpExchange::withoutZeroWait)
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
     * Each attempt uses a single address of the host, and the following attempt uses the next address. If OkHttp 5
     * tried several addresses in one attempt, it would report only the failure of the first. The proxy is set directly,
     * because OkHttp asks a proxy selector only about hosts that {@code java.net.URI} can parse.
     *
     * @param number the number of attempts before this one
     */
    OkHttpExchange(OkHttpClient base, ProxySettings proxy, ServiceCall call, int number) {
        this.call = call;
        OkHttpClient.Builder builder = base.newBuilder()
                .eventListener(this)
                .proxy(Proxy.NO_PROXY)
                .dns(name -> {
                    List<InetAddress> addresses = base.dns().lookup(name);
                    return List.of(addresses.get(number % addresses.size()));
                });
        if (proxy.isUsedFor(call.url().host())) {
            builder.proxy(new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.host(), proxy.port())));
            proxy.user().ifPresent(user -> authenticate(builder, user));
        }
        client = builder.build();
    }

    /**
     * Sends proxy credentials preemptively, because an upload cannot be repeated after the proxy asks for them. OkHttp
     * also asks the authenticator after a SAST server has answered 407 within the tunnel. So the authenticator answers
     * only for {@code CONNECT}.
     */
    private static void authenticate(OkHttpClient.Builder builder, ProxySettings.User user) {
        String basic = Credentials.basic(user.name(), user.password().reveal(), StandardCharsets.UTF_8);
        builder.proxyAuthenticator((route, response) -> {
            Request request = response.request();
            boolean first = request.method().equals("CONNECT") && request.header(PROXY_AUTHORIZATION) == null;
            return first ? withCredentials(request, basic) : null;
        });
        builder.addInterceptor(chain ->
                chain.proceed(chain.request().isHttps() ? chain.request() : withCredentials(chain.request(), basic)));
    }

    private static Request withCredentials(Request request, String basic) {
        return request.newBuilder().header(PROXY_AUTHORIZATION, basic).build();
    }

    AttemptResult run(Optional<AccessToken> token, Duration timeLeft) throws ServiceException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long end = System.nanoTime() + timeLeft.toNanos();
        // The file is opened before the attempt, so that nothing is sent if it cannot be opened.
        try (InputStream file =
                call.upload().isPresent() ? call.upload().get().source().open() : InputStream.nullInputStream()) {
            Request.Builder request = new Request.Builder().url(call.url()).headers(Headers.of(call.headers()));
            token.ifPresent(given -> request.header("Authorization", "Bearer " + given.reveal()));
            request.method(call.operation().method, call.content(file));
            return run(client.newCall(request.build()), end);
        } catch (ServiceException e) {
            throw e;
        } catch (IOException e) {
            return AttemptResult.of(e, phase, "");
        }
    }

    private AttemptResult run(Call attempt, long end) throws ServiceException, InterruptedException {
        // Opening the file can take minutes, which count towards the time limit.
        long left = end - System.nanoTime();
        if (left <= 0) {
            return AttemptResult.none(phase, Kind.TIME_LIMIT);
        }
        Future<AttemptResult> result = client.dispatcher().executorService().submit(() -> exchange(attempt));
        try {
            return result.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return AttemptResult.none(phase, Kind.TIME_LIMIT);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ServiceException failure) {
                throw failure;
            }
            throw new IllegalStateException(call.operation().label + " failed because of a bug", e.getCause());
        } finally {
            release(attempt, result);
        }
    }

    /** Ends an attempt for which nobody waits any longer. */
    private void release(Call attempt, Future<AttemptResult> result) throws InterruptedException {
        if (result.isDone()) {
            return;
        }
        attempt.cancel();
        try {
            // A name lookup cannot be cancelled.
            result.get(phase.compareTo(Phase.SEND) < 0 ? 0 : RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The result of a cancelled attempt does not matter.
        }
    }

    private AttemptResult exchange(Call attempt) throws ServiceException {
        try (Response response = attempt.execute()) {
            boolean needed = response.isSuccessful() && call.operation().content != ServiceCall.Content.NONE;
            // Some versions of OkHttp declare the body nullable, but it is never null here.
            ResponseBody body = Objects.requireNonNull(response.body());
            if (!needed) {
                body.source().timeout().deadline(AttemptResult.SECONDS_FOR_UNNEEDED, TimeUnit.SECONDS);
            }
            return sent(AttemptResult.response(response.code(), response::header, body.byteStream(), needed));
        } catch (ServiceException e) {
            throw e;
        } catch (IOException e) {
            // OkHttp reports a failure if a response has content although the status allows none.
            return head != null && (head.code() == 204 || head.code() == 205)
                    ? sent(AttemptResult.response(head.code(), head::header, new byte[0], Kind.COMPLETE))
                    : AttemptResult.of(e, phase, ((Trust) Objects.requireNonNull(client.x509TrustManager())).last());
        } catch (IllegalStateException | IllegalArgumentException e) {
            // Assertions of OkHttp fail for invalid HTTP, for example after two responses with status 199.
            return AttemptResult.of(new ProtocolException(e.getMessage()), phase, "");
        }
    }

    /** If a response arrives before the whole request was sent, only an error response counts. */
    private AttemptResult sent(AttemptResult response) {
        boolean counts = sendFailure == null || response.status() / 100 != 2;
        return counts ? response : AttemptResult.of(sendFailure, Phase.SEND, "");
    }

    @Override
    public void secureConnectStart(Call ignored) {
        phase = Phase.TLS;
    }

    @Override
    public void requestHeadersStart(Call ignored) {
        phase = Phase.SEND;
    }

    @Override
    public void requestHeadersEnd(Call ignored, Request request) {
        phase = request.body() == null ? Phase.WAIT : Phase.SEND;
    }

    @Override
    public void requestBodyEnd(Call ignored, long byteCount) {
        phase = Phase.WAIT;
    }

    @Override
    public void requestFailed(Call ignored, IOException e) {
        sendFailure = e;
    }

    @Override
    public void responseHeadersEnd(Call ignored, Response response) {
        head = response;
        phase = Phase.RESPONSE;
    }
}

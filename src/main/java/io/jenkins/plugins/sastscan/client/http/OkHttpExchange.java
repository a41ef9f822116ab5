package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.TrustedCertificates.Trust;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;
import okhttp3.Credentials;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * One attempt of a call by the controller. Blocking I/O ignores interrupts, and name lookups also ignore timeouts.
 * Therefore, a thread of its own makes the attempt, and the caller can stop waiting at any time.
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
            builder.proxy(new Proxy(Proxy.Type.HTTP, proxy.address()));
            proxy.user().ifPresent(user -> authenticate(builder, user));
        }
        client = builder.build();
    }

    /**
     * Sends proxy credentials preemptively, because an upload cannot be repeated after the proxy asks for them. OkHttp
     * also asks the authenticator after a SAST server has answered 407 within the tunnel. So the authenticator answers
     * only for {@code CONNECT}.
     */
    private static void authenticate(OkHttpClient.Builder builder, User user) {
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
        Request.Builder request = new Request.Builder()
                .url(call.url())
                .headers(Headers.of(call.headers()))
                .method(call.operation().method, call.body());
        token.ifPresent(given -> request.header("Authorization", "Bearer " + given.reveal()));
        Call attempt = client.newCall(request.build());
        FutureTask<AttemptResult> result = new FutureTask<>(() -> exchange(attempt));
        new Thread(result, "sast-scan-call").start();
        try {
            return result.get(timeLeft.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return AttemptResult.none(phase, Kind.TIME_LIMIT, "");
        } catch (ExecutionException e) {
            return failure(e.getCause());
        } finally {
            release(attempt, result);
        }
    }

    /** Ends an attempt for which nobody waits any longer. After an attempt has ended, this has no effect. */
    private void release(Call attempt, Future<AttemptResult> result) throws InterruptedException {
        attempt.cancel();
        try {
            // A name lookup cannot be cancelled.
            result.get(phase.compareTo(Phase.SEND) < 0 ? 0 : RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The result of a cancelled attempt does not matter. It may still wait for a piece of the archive.
            result.cancel(true);
        }
    }

    private AttemptResult exchange(Call attempt) throws IOException {
        try (Response response = attempt.execute()) {
            boolean needed = response.isSuccessful() && call.operation().isRead();
            // Some versions of OkHttp declare the body nullable, but it is never null here.
            ResponseBody body = Objects.requireNonNull(response.body());
            if (!needed) {
                body.source().timeout().deadline(AttemptResult.TIME_FOR_UNNEEDED.toNanos(), TimeUnit.NANOSECONDS);
            }
            return AttemptResult.response(response.code(), response::header, body.byteStream(), needed, Kind.COMPLETE)
                    .unlessEarly(sendFailure);
        }
    }

    private AttemptResult failure(Throwable thrown) throws ServiceException {
        if (thrown instanceof ServiceException failure) {
            throw failure;
        }
        if (thrown instanceof Error bug) {
            throw bug;
        }
        // OkHttp reports a failure if a response has content although the status allows none.
        if (head != null && (head.code() == 204 || head.code() == 205)) {
            return new AttemptResult(Phase.RESPONSE, Kind.COMPLETE, "", head.code(), Map.of(), new byte[0])
                    .unlessEarly(sendFailure);
        }
        // Assertions of OkHttp fail for invalid HTTP, for example after two responses with status 199.
        IOException e = thrown instanceof IOException io ? io : new ProtocolException(thrown.getMessage());
        return AttemptResult.of(e, phase, ((Trust) Objects.requireNonNull(client.x509TrustManager())).last());
    }

    @Override
    public void secureConnectStart(Call ignored) {
        phase = Phase.TLS;
    }

    @Override
    public void requestHeadersStart(Call attempt) {
        phase = attempt.request().body() == null ? Phase.WAIT : Phase.SEND;
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

package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ProxySettings;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Creates the HTTP clients of the controller, with strict TLS.
 *
 * <p>Idle connections are closed immediately, because the SAST server may close them before a later call uses them.
 */
public final class HttpClients {
    private static final String RETRY_AFTER = "Retry-After";
    private static final String PROXY_AUTHORIZATION = "Proxy-Authorization";

    private HttpClients() {}

    /**
     * Creates a client for one submission. {@link HttpCalls#close} ends its threads.
     *
     * @throws InvalidInputException if Java cannot read its trust store
     */
    public static OkHttpClient create(ConnectionSettings settings) {
        TlsTrust trust;
        try {
            trust = TlsTrust.of(settings.certificates());
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
                .addInterceptor(HttpClients::withoutAssertions)
                .addNetworkInterceptor(HttpClients::withoutZeroWait)
                .build();
    }

    /**
     * Each attempt uses a single address of the host, and the following attempt uses the next address. If OkHttp 5
     * tried several addresses in one attempt, it would report only the failure of the first. The proxy is set directly,
     * because OkHttp asks a proxy selector only about hosts that {@code java.net.URI} can parse.
     */
    static OkHttpClient.Builder forAttempt(OkHttpClient client, ProxySettings proxy, String host, int number) {
        OkHttpClient.Builder builder = client.newBuilder().proxy(Proxy.NO_PROXY).dns(name -> {
            List<InetAddress> addresses = client.dns().lookup(name);
            return List.of(addresses.get(number % addresses.size()));
        });
        if (proxy.isUsedFor(host)) {
            InetSocketAddress address = InetSocketAddress.createUnresolved(proxy.host(), proxy.port());
            builder.proxy(new Proxy(Proxy.Type.HTTP, address));
            proxy.user().ifPresent(user -> authenticate(builder, user));
        }
        return builder;
    }

    /**
     * Turns failed assertions of OkHttp into protocol errors. For example, an assertion fails after two responses with
     * status 199.
     */
    private static Response withoutAssertions(Interceptor.Chain chain) throws IOException {
        try {
            return chain.proceed(chain.request());
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw (IOException) new ProtocolException(e.getMessage()).initCause(e);
        }
    }

    /** Hides a wait of zero seconds: after status 503, it makes OkHttp retry immediately. */
    private static Response withoutZeroWait(Interceptor.Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        String wait = response.header(RETRY_AFTER);
        return wait != null && wait.matches("0+")
                ? response.newBuilder().removeHeader(RETRY_AFTER).build()
                : response;
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
}

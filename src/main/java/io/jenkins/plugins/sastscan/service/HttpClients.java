package io.jenkins.plugins.sastscan.service;

import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;

/**
 * Makes clients of connection settings, without Jenkins, with the JVM's trust store and strict TLS.
 *
 * <p>No idle connection is kept, so that no call meets one that the service has closed meanwhile.
 */
public final class HttpClients {
    /** How often OkHttp looks after connections in use, though none is kept idle; a very short time would be a busy loop. */
    private static final long MINUTES_BETWEEN_LOOKS = 5;

    private static final String PROXY_AUTHORIZATION = "Proxy-Authorization";

    private HttpClients() {}

    /** A client for any number of calls side by side; {@link #dispose} it after the last one. */
    public static OkHttpClient create(ConnectionSettings settings) {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        OkHttpClient.Builder builder = new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(0, MINUTES_BETWEEN_LOOKS, TimeUnit.MINUTES))
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectTimeout(settings.timeouts().connect())
                .readTimeout(settings.timeouts().read())
                .writeTimeout(settings.timeouts().write());
        if (settings.proxy() instanceof ProxySettings.Direct) {
            builder.proxy(Proxy.NO_PROXY);
        } else {
            builder.proxySelector(new HostProxySelector(settings.proxy()));
        }
        if (settings.proxy() instanceof ProxySettings.Authenticated proxy) {
            authenticate(builder, proxy);
        }
        return builder.build();
    }

    /** Lets the client's threads end. Calls that are under way end as they would; new ones are refused. */
    public static void dispose(OkHttpClient client) {
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    /** The user goes along from the beginning: an upload cannot be repeated for the proxy's question. */
    private static void authenticate(OkHttpClient.Builder builder, ProxySettings.Authenticated proxy) {
        String basic = Credentials.basic(proxy.userName(), proxy.password().reveal(), StandardCharsets.UTF_8);
        builder.proxyAuthenticator((route, response) ->
                isTunnel(response.request()) && response.request().header(PROXY_AUTHORIZATION) == null
                        ? response.request()
                                .newBuilder()
                                .header(PROXY_AUTHORIZATION, basic)
                                .build()
                        : null);
        builder.addNetworkInterceptor(chain -> {
            boolean asked = !chain.request().isHttps()
                    && Objects.requireNonNull(chain.connection())
                                    .route()
                                    .proxy()
                                    .type()
                            == Proxy.Type.HTTP;
            return chain.proceed(
                    asked
                            ? chain.request()
                                    .newBuilder()
                                    .header(PROXY_AUTHORIZATION, basic)
                                    .build()
                            : chain.request());
        });
    }

    /** Asked for other requests the user is along already, but OkHttp does not show it. */
    private static boolean isTunnel(Request request) {
        return request.method().equals("CONNECT");
    }
}

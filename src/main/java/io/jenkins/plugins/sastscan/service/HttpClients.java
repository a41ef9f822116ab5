package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
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
    private static final String PROXY_AUTHORIZATION = "Proxy-Authorization";

    private HttpClients() {}

    /** A client for any number of calls side by side; {@link #dispose} it after the last one. */
    public static OkHttpClient create(ConnectionSettings settings) {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        OkHttpClient.Builder builder = new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.NANOSECONDS))
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectTimeout(settings.connectTimeout())
                .readTimeout(settings.readTimeout())
                .writeTimeout(settings.writeTimeout());
        if (settings.proxy() instanceof ProxySettings.Http proxy) {
            builder.proxySelector(new Selector(proxy));
            authenticate(builder, proxy);
        } else {
            builder.proxy(Proxy.NO_PROXY);
        }
        return builder.build();
    }

    /** Lets the client's threads end. Calls that are under way end as they would; new ones are refused. */
    public static void dispose(OkHttpClient client) {
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    /** The user goes along from the beginning: an upload cannot be repeated for the proxy's question. */
    private static void authenticate(OkHttpClient.Builder builder, ProxySettings.Http proxy) {
        if (proxy.userName().isEmpty()) {
            return;
        }
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
                    && chain.connection().route().proxy().type() == Proxy.Type.HTTP;
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

    /** Sends all hosts through the proxy but those that match a pattern. */
    private static final class Selector extends ProxySelector {
        private final List<Proxy> proxy;
        private final List<Pattern> direct;

        Selector(ProxySettings.Http settings) {
            this.proxy = List.of(
                    new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(settings.host(), settings.port())));
            this.direct =
                    settings.noProxyHosts().stream().map(Selector::pattern).toList();
        }

        @Override
        public List<Proxy> select(URI uri) {
            String host = uri.getHost();
            boolean matches =
                    direct.stream().anyMatch(pattern -> pattern.matcher(host).matches());
            return matches ? List.of(Proxy.NO_PROXY) : proxy;
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException e) {
            // The call itself tells that it failed.
        }

        private static Pattern pattern(String wildcards) {
            String regex = Pattern.quote(wildcards).replace("*", "\\E.*\\Q");
            return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
        }
    }
}

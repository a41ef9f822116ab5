package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import okhttp3.Authenticator;
import okhttp3.CookieJar;
import okhttp3.Dns;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/** Makes attempts with OkHttp, from this process. */
final class HttpTransport implements Transport {
    private final OkHttpClient client;
    private final Optional<HostProxies> proxies;

    /** Whatever the client is set to, it repeats and follows nothing by itself. */
    HttpTransport(OkHttpClient client) {
        this.client = client.newBuilder()
                .authenticator(Authenticator.NONE)
                .cache(null)
                .cookieJar(CookieJar.NO_COOKIES)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .addInterceptor(HttpTransport::tame)
                .addNetworkInterceptor(RetryAfter::hide)
                .build();
        this.proxies = Optional.of(client.proxySelector())
                .filter(HostProxies.class::isInstance)
                .map(HostProxies.class::cast);
    }

    /** Some answers against the rules of HTTP, such as two of status 199, meet assertions in OkHttp. */
    private static Response tame(Interceptor.Chain chain) throws IOException {
        try {
            return chain.proceed(chain.request());
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw (IOException) new ProtocolException(e.getMessage()).initCause(e);
        }
    }

    ProxySettings proxy() {
        return proxies.map(HostProxies::settings).orElse(ProxySettings.DIRECT);
    }

    Timeouts timeouts() {
        return new Timeouts(
                Duration.ofMillis(client.connectTimeoutMillis()),
                Duration.ofMillis(client.readTimeoutMillis()),
                Duration.ofMillis(client.writeTimeoutMillis()));
    }

    @Override
    public Outcome attempt(PreparedCall call, int number, Deadline deadline) throws InterruptedException {
        return new Exchange(client(call.url().host(), number), call).run(deadline);
    }

    /** Each attempt begins with another address of the host, since OkHttp now tries one only. */
    private OkHttpClient client(String host, int attempt) {
        Dns dns = client.dns();
        OkHttpClient.Builder builder = client.newBuilder().dns(name -> rotated(dns.lookup(name), attempt));
        proxies.ifPresent(proxy -> builder.proxy(proxy.of(host)));
        return builder.build();
    }

    private static List<InetAddress> rotated(List<InetAddress> addresses, int by) {
        List<InetAddress> rotated = new ArrayList<>(addresses);
        Collections.rotate(rotated, -by);
        return rotated;
    }
}

package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Authenticator;
import okhttp3.CookieJar;
import okhttp3.Dns;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/** Makes a call with as many attempts as it takes and its policy allows. */
final class Caller {
    private static final int MOST_DOUBLINGS = 30;

    /** A service that asks to wait longer is as good as down: better to say so than to wait in silence. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final OkHttpClient client;
    private final Optional<HostProxySelector> proxies;
    private final CallPolicy policy;
    private final CallClock pace;
    private final AtomicInteger retries = new AtomicInteger();

    /** Whatever the client is set to, it repeats and follows nothing by itself. */
    Caller(OkHttpClient client, CallPolicy policy, CallClock pace) {
        this.client = client.newBuilder()
                .authenticator(Authenticator.NONE)
                .cache(null)
                .cookieJar(CookieJar.NO_COOKIES)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .addInterceptor(Caller::tame)
                .addNetworkInterceptor(RetryAfter::hide)
                .build();
        this.proxies = Optional.of(client.proxySelector())
                .filter(HostProxySelector.class::isInstance)
                .map(HostProxySelector.class::cast);
        this.policy = policy;
        this.pace = pace;
    }

    /** Some answers against the rules of HTTP, such as two of status 199, meet assertions in OkHttp. */
    private static Response tame(Interceptor.Chain chain) throws IOException {
        try {
            return chain.proceed(chain.request());
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw (IOException) new ProtocolException(e.getMessage()).initCause(e);
        }
    }

    Deadline deadline(Operation operation) {
        return new Deadline(pace, operation == Operation.UPLOAD ? policy.uploadDeadline() : policy.shortDeadline());
    }

    /** The call with all secrets in mind that go along with it from here on. */
    PreparedCall prepared(PreparedCall call) {
        return call.through(proxy());
    }

    private ProxySettings proxy() {
        return proxies.map(HostProxySelector::settings).orElse(ProxySettings.DIRECT);
    }

    CallClock pace() {
        return pace;
    }

    /** The number of retries so far. */
    int retries() {
        return retries.get();
    }

    /**
     * The answer of the last attempt, whatever its status.
     *
     * @throws ServiceException if there is none, or if the service asks to wait beyond the deadline
     */
    ServiceResponse call(PreparedCall call, Deadline deadline) throws ServiceException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            AttemptResult outcome = attempt(call, attempt, deadline);
            Duration wait = backOff(attempt);
            if (outcome instanceof ServiceResponse answer) {
                if (!answer.isPassing()) {
                    return answer;
                }
                Duration asked = RetryAfter.of(answer, pace.now());
                if (asked.compareTo(shorter(deadline.remaining(), LONGEST_WAIT)) >= 0 && !asked.isZero()) {
                    throw Refusals.waitTooLong(call, answer, asked, deadline.whole());
                }
                wait = longer(asked, wait);
                if (isLast(attempt, wait, deadline)) {
                    return answer;
                }
            } else {
                Diagnosis.Failed failed = Diagnosis.of(
                        (AttemptFailure) outcome, proxyOf(call.url().host()), call, deadline.whole());
                if (!failed.isPassing() || isLast(attempt, wait, deadline)) {
                    throw failed.failure();
                }
            }
            pace.sleep(wait);
            retries.incrementAndGet();
        }
    }

    private boolean isLast(int attempt, Duration wait, Deadline deadline) {
        return attempt == policy.retries() || wait.compareTo(deadline.remaining()) >= 0;
    }

    /** Makes an attempt, until it has come to something, the deadline is over or the thread is interrupted. */
    private AttemptResult attempt(PreparedCall call, int number, Deadline deadline) throws InterruptedException {
        if (call.remote().isEmpty()) {
            return new OkHttpExchange(client(call.url().host(), number), call).run(deadline.remaining());
        }
        Timeouts timeouts = new Timeouts(
                Duration.ofMillis(client.connectTimeoutMillis()),
                Duration.ofMillis(client.readTimeoutMillis()),
                Duration.ofMillis(client.writeTimeoutMillis()));
        return call.remote().get().attempt(call, proxy(), timeouts, number, deadline.remaining());
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

    /** Host and port of the proxy that the way to a host goes through. */
    private Optional<String> proxyOf(String host) {
        return proxies.map(way -> way.of(host).address())
                .map(InetSocketAddress.class::cast)
                .map(address -> address.getHostString() + ":" + address.getPort());
    }

    /** Doubled each time, and then between a half and the whole of it. */
    private Duration backOff(int attempt) {
        Duration longest = policy.longestBackOff();
        Duration doubled =
                attempt >= MOST_DOUBLINGS ? longest : policy.firstBackOff().multipliedBy(1L << attempt);
        Duration bound = doubled.compareTo(longest) < 0 ? doubled : longest;
        return Duration.ofNanos((long) (bound.toNanos() * (0.5 + pace.random() / 2)));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}

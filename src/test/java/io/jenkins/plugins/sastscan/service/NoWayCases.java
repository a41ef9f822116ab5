package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.FaultCase.End;
import io.jenkins.plugins.sastscan.service.FaultCase.Scenery;
import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import okhttp3.OkHttpClient;

/** The table of what stands between client and service. */
final class NoWayCases {
    private static final int RETRIES = CallPolicy.DEFAULT.retries();
    private static final String NOWHERE = "https://sast.example.org/api";

    private NoWayCases() {}

    static List<FaultCase> all() {
        return List.of(
                noWay(
                        "connection refused",
                        NoWayCases::refused,
                        Obstacle.REFUSED,
                        RETRIES,
                        "does not accept connections"),
                noWay("name not found", NoWayCases::nameless, Obstacle.NAME, RETRIES, "sast.invalid is not known"),
                noWay(
                        "connecting times out",
                        (target, directory) -> full(Duration.ofMillis(100)),
                        Obstacle.CONNECT_TIMEOUT,
                        RETRIES,
                        "came about in time"),
                noWay(
                        "connecting hangs",
                        (target, directory) -> full(Timeouts.DEFAULT.connect()).hurried(Duration.ofMillis(300)),
                        Obstacle.DEADLINE,
                        0,
                        "since the 300 milliseconds that it may take in all were over"),
                untrusted("TLS: self-signed", "self-signed", false),
                untrusted("TLS: wrong host", "wrong host", true),
                untrusted("TLS: expired", "expired", true),
                untrusted("TLS: unknown authority", "unknown", false),
                proxied(
                        "a proxy that refuses",
                        "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
                        0,
                        "CONNECT: 403"),
                proxied(
                        "a proxy that wants a password",
                        "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
                        0,
                        "Check the proxy's settings: host, port, user, password"),
                proxied("a proxy that dies", "", RETRIES, "could not be reached or refused"));
    }

    private static FaultCase noWay(String name, Scenery scenery, Obstacle obstacle, int waits, String says) {
        return new FaultCase(name, scenery, any -> End.unreachable(obstacle, 0, waits, says));
    }

    private static FaultCase untrusted(String name, String kind, boolean authorityKnown) {
        return noWay(
                name,
                (target, directory) -> {
                    TestCertificates made = certificate(kind);
                    Simulator simulator = Simulator.start(
                            SimulatorOptions.of(Dialect.CONTRACT).withTls(made.server()));
                    Closeable trust = authorityKnown ? made.trustedByThisJvm() : () -> {};
                    return FaultScene.at(
                            simulator.baseUrl().toString(),
                            HttpClients.create(ConnectionSettings.DEFAULT),
                            operation -> simulator.requests().size(),
                            () -> {
                                trust.close();
                                simulator.close();
                            });
                },
                Obstacle.TLS,
                0,
                "the certificate of 127.0.0.1 is not trusted for it (");
    }

    private static TestCertificates certificate(String kind) throws Exception {
        String host = "ip:127.0.0.1";
        return switch (kind) {
            case "self-signed" -> TestCertificates.selfSigned(host);
            case "wrong host" -> TestCertificates.signed("dns:other.example.org");
            case "expired" -> TestCertificates.signed(host, "-startdate", "2020/01/01 00:00:00", "-validity", "1");
            default -> TestCertificates.signed(host);
        };
    }

    private static FaultCase proxied(String name, String answer, int waits, String says) {
        return new FaultCase(
                name,
                (target, directory) -> {
                    RawServer proxy = RawServer.answering(answer);
                    ProxySettings settings = new ProxySettings.Http("127.0.0.1", proxy.port(), List.of());
                    return FaultScene.at(
                            NOWHERE,
                            HttpClients.create(ConnectionSettings.DEFAULT.withProxy(settings)),
                            operation -> proxy.connections(),
                            proxy);
                },
                any -> End.unreachable(Obstacle.PROXY, 1 + waits, waits, says));
    }

    private static FaultScene refused(Object target, Path directory) {
        return nowhere(Simulator.refusedUrl().toString(), HttpClients.create(ConnectionSettings.DEFAULT));
    }

    private static FaultScene nameless(Object target, Path directory) {
        return nowhere("https://sast.invalid/api", HttpClients.create(ConnectionSettings.DEFAULT));
    }

    private static FaultScene full(Duration connectTimeout) throws IOException {
        Timeouts timeouts = new Timeouts(connectTimeout, Timeouts.DEFAULT.read(), Timeouts.DEFAULT.write());
        FullListener full = new FullListener();
        OkHttpClient client = HttpClients.create(new ConnectionSettings(timeouts, ProxySettings.DIRECT));
        return FaultScene.at(full.url(), client, operation -> 0, full);
    }

    private static FaultScene nowhere(String url, OkHttpClient client) {
        return FaultScene.at(url, client, operation -> 0, () -> {});
    }
}

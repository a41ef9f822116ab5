package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.TestCertificates;
import io.jenkins.plugins.sastscan.service.http.FaultCase.End;
import io.jenkins.plugins.sastscan.service.http.FaultCase.Scenery;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

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
                        Reason.CONNECTION_REFUSED,
                        RETRIES,
                        "does not accept connections"),
                noWay(
                        "name not found",
                        NoWayCases::nameless,
                        Reason.UNKNOWN_HOST,
                        RETRIES,
                        "the host sast.invalid is unknown"),
                noWay(
                        "connecting times out",
                        (target, directory) -> full(Duration.ofMillis(100)),
                        Reason.CONNECT_TIMEOUT,
                        RETRIES,
                        "timed out after 100 milliseconds (connect timeout)"),
                noWay(
                        "connecting hangs",
                        (target, directory) -> full(Timeouts.DEFAULT.connect()).hurried(Duration.ofMillis(300)),
                        Reason.TIME_LIMIT,
                        0,
                        "the call exceeded its time limit of 300 milliseconds"),
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
                        "Check the proxy settings: host, port, user, password"),
                noWay(
                        "a proxy that nobody listens at",
                        (target, directory) -> FaultScene.at(
                                NOWHERE,
                                Fixture.settings(ProxySettings.http(
                                        "127.0.0.1", Simulator.refusedUrl().getPort(), List.of())),
                                operation -> 0,
                                () -> {}),
                        Reason.PROXY,
                        RETRIES,
                        "cannot be reached or rejected the connection ("),
                proxied("a proxy that dies", "", RETRIES, "cannot be reached or rejected the connection"));
    }

    private static FaultCase noWay(String name, Scenery scenery, Reason reason, int waits, String says) {
        return new FaultCase(name, scenery, any -> End.unreachable(reason, 0, waits, says));
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
                            ConnectionSettings.DEFAULT,
                            operation -> simulator.requests().size(),
                            () -> {
                                trust.close();
                                simulator.close();
                            });
                },
                Reason.TLS,
                0,
                "the certificate of 127.0.0.1 is not trusted (");
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
                    ProxySettings settings = ProxySettings.http("127.0.0.1", proxy.port(), List.of());
                    return FaultScene.at(NOWHERE, Fixture.settings(settings), operation -> proxy.connections(), proxy);
                },
                any -> End.unreachable(Reason.PROXY, 1 + waits, waits, says));
    }

    private static FaultScene refused(Object target, Path directory) {
        return nowhere(Simulator.refusedUrl().toString());
    }

    private static FaultScene nameless(Object target, Path directory) {
        return nowhere("https://sast.invalid/api");
    }

    private static FaultScene full(Duration connectTimeout) throws IOException {
        Timeouts timeouts = new Timeouts(connectTimeout, Timeouts.DEFAULT.read(), Timeouts.DEFAULT.write());
        FullListener full = new FullListener();
        return FaultScene.at(full.url(), Fixture.settings(timeouts), operation -> 0, full);
    }

    private static FaultScene nowhere(String url) {
        return FaultScene.at(url, ConnectionSettings.DEFAULT, operation -> 0, () -> {});
    }
}

package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.ToIntFunction;
import okhttp3.OkHttpClient;

/** A service that something is wrong with, or what stands in its place, and a client of it. */
final class FaultScene implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String TOKEN_PATH = "/auth/identity/connect/token";

    private final String url;
    private final OkHttpClient client;
    private final ToIntFunction<SimulatedOperation> asked;
    private final Closeable server;
    private final FakeClock pace = new FakeClock();
    private Caller caller;
    private Simulator simulator;
    private boolean tokenGiven;
    private SentFrom from = SentFrom.CONTROLLER;

    private FaultScene(String url, OkHttpClient client, ToIntFunction<SimulatedOperation> asked, Closeable server) {
        this.url = url;
        this.client = client;
        this.asked = asked;
        this.server = server;
        this.caller = new Caller(client, CallPolicy.DEFAULT, pace);
    }

    /** The embedded service, which goes wrong as it is told to; tokens are asked for. */
    static FaultScene simulated(Path storage, OkHttpClient client) {
        Simulator simulator =
                Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withStorage(storage));
        simulator.addProject(Fixture.PROJECT);
        FaultScene scene = new FaultScene(
                simulator.baseUrl().toString(),
                client,
                operation -> simulator.requests(operation).size(),
                simulator::close);
        scene.simulator = simulator;
        return scene;
    }

    /** Another place, that of a server or none; the token is given. */
    static FaultScene at(String url, OkHttpClient client, ToIntFunction<SimulatedOperation> asked, Closeable server) {
        return new FaultScene(url, client, asked, server);
    }

    /** Only of an embedded service. */
    Simulator simulator() {
        return simulator;
    }

    /** Lets no time be lost with asking for tokens. */
    FaultScene withTokenGiven() {
        tokenGiven = true;
        return this;
    }

    /** From now on calls wait for real, and not long in all. */
    FaultScene hurried(Duration deadline) {
        CallPolicy policy = new CallPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1), deadline, deadline);
        caller = new Caller(client, policy, CallClock.REAL);
        return this;
    }

    /** From now on uploads are sent from there. */
    void sendFrom(SentFrom where) {
        from = where;
    }

    void call(SimulatedOperation operation, Path archive) throws Exception {
        if (operation == SimulatedOperation.TOKEN) {
            tokens().current(caller.deadline(Operation.TOKEN));
            return;
        }
        RestService service = new RestService(
                ServiceAddress.parse(url, true),
                UploadEncoding.FORM,
                asksForTokens() ? tokens() : TokenSource.fixed(new AccessToken(SecretText.of(givenToken()))),
                caller);
        Fixture.act(operation, archive, from).call(service);
    }

    private OAuthTokens tokens() {
        OAuthClient known =
                simulator != null ? simulator.oauthClient() : new OAuthClient("id", "PLANTED-secret", "", "", "");
        return new OAuthTokens(
                new OAuthSettings(
                        TokenAddress.parse(url + TOKEN_PATH, true),
                        new OAuthSettings.Client(known.clientId(), SecretText.of(known.clientSecret())),
                        new OAuthSettings.ClientCredentials(),
                        OAuthSettings.DEFAULT_SCOPE),
                caller);
    }

    String url() {
        return url;
    }

    /** How often the operation has arrived; waits until it has so often, since a client may give up before that. */
    int asked(SimulatedOperation operation, int expected) {
        long start = System.nanoTime();
        while (asked.applyAsInt(operation) < expected && System.nanoTime() - start < PATIENCE.toNanos()) {
            Thread.yield();
        }
        return asked.applyAsInt(operation);
    }

    /** How often a call has waited before it was made again. */
    int waits() {
        return pace.sleeps().size();
    }

    /** Whether tokens are asked for. */
    boolean asksForTokens() {
        return simulator != null && !tokenGiven;
    }

    private String givenToken() {
        return simulator != null ? simulator.accessToken() : "PLANTED-token";
    }

    int connections() {
        return client.connectionPool().connectionCount();
    }

    @Override
    public void close() throws IOException {
        HttpClients.dispose(client);
        server.close();
    }
}

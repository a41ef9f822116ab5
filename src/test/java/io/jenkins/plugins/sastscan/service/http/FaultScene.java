package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.FakeClock;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
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
    private final ToIntFunction<SimulatedOperation> asked;
    private final Closeable server;
    private final FakeClock clock = new FakeClock();
    private final ConnectionSettings settings;
    private final OkHttpClient client;
    private Caller caller;
    private Simulator simulator;
    private boolean tokenGiven;
    private SentFrom from = SentFrom.CONTROLLER;

    private FaultScene(
            String url, ConnectionSettings settings, ToIntFunction<SimulatedOperation> asked, Closeable server) {
        this.url = url;
        this.settings = settings;
        this.client = HttpClients.create(settings);
        this.asked = asked;
        this.server = server;
        this.caller = new Caller(client, settings, clock);
    }

    /** The embedded service, which goes wrong as it is told to; tokens are requested. */
    static FaultScene simulated(Path storage, ConnectionSettings settings) {
        Simulator simulator =
                Simulator.start(SimulatorOptions.of(Dialect.CONTRACT).withStorage(storage));
        simulator.addProject(Fixture.PROJECT.value());
        FaultScene scene = new FaultScene(
                simulator.baseUrl().toString(),
                settings,
                operation -> simulator.requests(operation).size(),
                simulator::close);
        scene.simulator = simulator;
        return scene;
    }

    /** Another place, that of a server or none; the token is given. */
    static FaultScene at(
            String url, ConnectionSettings settings, ToIntFunction<SimulatedOperation> asked, Closeable server) {
        return new FaultScene(url, settings, asked, server);
    }

    /** Only of an embedded service. */
    Simulator simulator() {
        return simulator;
    }

    FaultScene withTokenGiven() {
        tokenGiven = true;
        return this;
    }

    /** From now on calls wait for real, and not long. */
    FaultScene hurried(Duration limit) {
        caller = Fixture.hurried(client, settings, limit);
        return this;
    }

    void sendFrom(SentFrom where) {
        from = where;
    }

    void call(SimulatedOperation operation, Path archive) throws Exception {
        if (operation == SimulatedOperation.TOKEN) {
            new AccessTokens(oauth(), caller).current(caller.deadline(Operation.TOKEN));
            return;
        }
        SastService service = Fixture.service(
                ServiceUrl.base(url, true), asksForTokens() ? oauth() : givenToken(), UploadEncoding.FORM, caller);
        Fixture.act(operation, archive, from).call(service);
    }

    private OAuthSettings oauth() {
        OAuthClient known =
                simulator != null ? simulator.oauthClient() : new OAuthClient("id", "PLANTED-secret", "", "", "");
        return new OAuthSettings(
                ServiceUrl.token(url + TOKEN_PATH, true),
                new OAuthSettings.Client(known.clientId(), SecretText.of(known.clientSecret())),
                new OAuthSettings.ClientCredentials(),
                OAuthSettings.DEFAULT_SCOPE);
    }

    private AccessToken givenToken() {
        return simulator == null ? Fixture.TOKEN : new AccessToken(SecretText.of(simulator.accessToken()));
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
        return clock.sleeps().size();
    }

    /** Whether tokens are asked for. */
    boolean asksForTokens() {
        return simulator != null && !tokenGiven;
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

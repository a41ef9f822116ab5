package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;

/** The simulator with project 7, and a client of it whose waiting takes no time. */
final class Fixture implements AutoCloseable {
    static final long PROJECT = 7;
    static final GitRemote REMOTE = new GitRemote("https://git.example.org/team/app.git", "refs/heads/main");

    final Simulator simulator;
    final OkHttpClient client;
    final FakeClock pace = new FakeClock();
    private final Dialect dialect;

    Fixture(Dialect dialect) {
        this(dialect, ConnectionSettings.DEFAULT);
    }

    Fixture(Dialect dialect, ConnectionSettings settings) {
        this.dialect = dialect;
        simulator = Simulator.start(dialect);
        simulator.addProject(PROJECT);
        client = HttpClients.create(settings);
    }

    UploadEncoding encoding() {
        return dialect == Dialect.CONTRACT ? UploadEncoding.FORM : UploadEncoding.MULTIPART;
    }

    ServiceAddress address() {
        return ServiceAddress.parse(simulator.baseUrl().toString(), true);
    }

    AccessToken token() {
        return new AccessToken(SecretText.of(simulator.accessToken()));
    }

    RestService service() {
        return service(TokenSource.fixed(token()));
    }

    RestService service(TokenSource tokens) {
        return service(tokens, caller(CallPolicy.DEFAULT));
    }

    RestService service(TokenSource tokens, Caller caller) {
        return new RestService(address(), encoding(), tokens, caller);
    }

    /** A client that waits for real, and not long for a whole call. */
    RestService hurried(Duration deadline) {
        CallPolicy policy = new CallPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1), deadline, deadline);
        return service(TokenSource.fixed(token()), new Caller(client, policy, CallClock.REAL));
    }

    Caller caller(CallPolicy policy) {
        return new Caller(client, policy, pace);
    }

    OAuthSettings oauthSettings() {
        OAuthClient known = simulator.oauthClient();
        return new OAuthSettings(
                TokenAddress.parse(simulator.tokenUrl().toString(), true),
                new OAuthSettings.Client(known.clientId(), SecretText.of(known.clientSecret())),
                new OAuthSettings.Password(known.userName(), SecretText.of(known.password())),
                known.scope());
    }

    OAuthTokens oauth() {
        return new OAuthTokens(oauthSettings(), caller(CallPolicy.DEFAULT));
    }

    RecordedRequest only(SimulatedOperation operation) {
        List<RecordedRequest> requests = simulator.requests(operation);
        if (requests.size() != 1) {
            throw new AssertionError("not one request: " + requests);
        }
        return requests.get(0);
    }

    @Override
    public void close() {
        simulator.close();
        HttpClients.dispose(client);
    }

    /** Something to call, as each operation does. */
    @FunctionalInterface
    interface Act {
        void call(SastService service) throws Exception;
    }

    /** An operation and how it is called. */
    record Called(SimulatedOperation operation, Act act) {
        @Override
        public String toString() {
            return operation.toString();
        }
    }

    /** How one operation is called; the archive is any file. */
    static Act act(SimulatedOperation operation, Path archive, SentFrom from) {
        return operations(archive, from)
                .filter(called -> called.operation() == operation)
                .findFirst()
                .orElseThrow()
                .act();
    }

    /** What a call fails with. */
    static <T extends Throwable> T failure(Class<T> type, Act act, SastService service) {
        return assertThatExceptionOfType(type)
                .isThrownBy(() -> act.call(service))
                .actual();
    }

    static Stream<Called> operations(Path archive) {
        return operations(archive, SentFrom.CONTROLLER);
    }

    /** All operations; the archive is any file. */
    static Stream<Called> operations(Path archive, SentFrom from) {
        return Stream.of(
                new Called(SimulatedOperation.LICENSE, SastService::license),
                new Called(SimulatedOperation.BRANCHING_STATUS, s -> s.branchingStatus(PROJECT)),
                new Called(
                        SimulatedOperation.QUERY, s -> s.query(new QueryKey("Java", Severity.HIGH, "SQL_Injection"))),
                new Called(SimulatedOperation.UPLOAD, s -> from.upload(s, PROJECT, archive, ByteProgress.NONE)),
                new Called(SimulatedOperation.FORCE_SCAN, s -> s.forceScan(PROJECT)),
                new Called(SimulatedOperation.READ_GIT, s -> s.gitSettings(PROJECT)),
                new Called(
                        SimulatedOperation.WRITE_GIT,
                        s -> s.writeGitSettings(PROJECT, REMOTE, new GitAuthentication.None())),
                new Called(
                        SimulatedOperation.WRITE_GIT_SSH,
                        s -> s.writeGitSshSettings(PROJECT, REMOTE, Optional.of(SecretText.of("a key")))));
    }
}

package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.HttpExchange;
import io.jenkins.plugins.sastscan.simulator.Operations.QueryName;
import io.jenkins.plugins.sastscan.simulator.Operations.QueryVersion;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.commons.io.FileUtils;

/**
 * A simulated SAST server on a random port of 127.0.0.1. It records every request, and simulates faults on demand.
 *
 * <p>It shares no code with the client. At the start, it has no projects, but two queries for Java: SQL_Injection
 * (High) and Long_Method (Info).
 */
public final class Simulator implements AutoCloseable {
    private static final String ACCESS_TOKEN = "fixed-access-token";

    private final Dialect dialect;
    private final Path directory;
    private final ListeningPort port;
    private final TokenEndpoint tokens = new TokenEndpoint();
    private final Operations operations;
    private final long bytesPerSecond;
    private final Map<SimulatedOperation, Deque<Fault>> scheduled = new EnumMap<>(SimulatedOperation.class);
    private final Map<SimulatedOperation, Fault> standing = new EnumMap<>(SimulatedOperation.class);
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final List<Throwable> defects = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    private Simulator(SimulatorOptions options) throws IOException {
        dialect = options.dialect();
        directory = options.storage().isPresent()
                ? Files.createTempDirectory(options.storage().get(), "simulator-")
                : Files.createTempDirectory("simulator-");
        operations = new Operations(dialect, tokens, directory);
        acceptToken(ACCESS_TOKEN);
        oauthClient(new OAuthClient("sast-client", "client secret & more", "alice", "p\u00e4ss+w%rd", "sast_api"));
        addQuery("Java", "High", "SQL_Injection", 594, 56110529);
        addQuery("Java", "Info", "Long_Method", 4610, 9007199254740993L);
        bytesPerSecond = options.bytesPerSecond();
        port = new ListeningPort(options.tls(), this::handle);
    }

    public static Simulator start(Dialect dialect) {
        return start(SimulatorOptions.of(dialect));
    }

    public static Simulator start(SimulatorOptions options) {
        try {
            return new Simulator(options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static URI refusedUrl() {
        return ListeningPort.refusedUrl();
    }

    /** The base URL of the API, without a trailing slash. */
    public URI baseUrl() {
        return URI.create(port.url() + dialect.pathPrefix());
    }

    public URI tokenUrl() {
        return URI.create(baseUrl() + "/auth/identity/connect/token");
    }

    /** A token that is always accepted. */
    public String accessToken() {
        return ACCESS_TOKEN;
    }

    public void acceptToken(String token) {
        tokens.accepted.add(token);
    }

    public OAuthClient oauthClient() {
        return tokens.client;
    }

    public void oauthClient(OAuthClient client) {
        tokens.client = client;
    }

    public int issuedTokens() {
        return tokens.issued.get();
    }

    public SimulatedProject addProject(long id) {
        SimulatedProject project = new SimulatedProject(id);
        if (operations.projects.putIfAbsent(id, project) != null) {
            throw new IllegalArgumentException("project " + id + " is there already");
        }
        return project;
    }

    public SimulatedProject project(long id) {
        return Optional.ofNullable(operations.projects.get(id)).orElseThrow();
    }

    public void addQuery(String language, String severity, String name, long queryId, long queryVersionCode) {
        operations.queries.put(new QueryName(language, severity, name), new QueryVersion(queryId, queryVersionCode));
    }

    /** The next calls of the operation get these faults, one each, in this order. */
    public synchronized void schedule(SimulatedOperation operation, Fault... next) {
        scheduled.computeIfAbsent(operation, key -> new ArrayDeque<>()).addAll(List.of(next));
    }

    /** Each call of an operation gets this fault, unless another fault is scheduled for the call. */
    public synchronized void always(SimulatedOperation operation, Fault fault) {
        standing.put(operation, fault);
    }

    public synchronized void clearFaults() {
        scheduled.clear();
        standing.clear();
    }

    private synchronized Fault nextFault(SimulatedOperation operation) {
        Fault next = scheduled.getOrDefault(operation, new ArrayDeque<>()).poll();
        return next != null ? next : standing.getOrDefault(operation, Fault.none());
    }

    private void handle(HttpExchange exchange) throws IOException {
        String rawPath = exchange.getRequestURI().getRawPath();
        String prefix = dialect.pathPrefix();
        String path = rawPath.startsWith(prefix + "/") ? rawPath.substring(prefix.length()) : "";
        Optional<SimulatedOperation> operation = SimulatedOperation.at(exchange.getRequestMethod(), path);
        Call call = new Call(exchange, operation, path, this, bytesPerSecond);
        calls.add(call);
        // An exception makes the HTTP server close the connection, without reading or sending more.
        try {
            operation.map(this::nextFault).orElseGet(Fault::none).apply(call);
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the simulator is closing");
        } catch (RuntimeException | Error e) {
            if (!closing) {
                defects.add(e);
            }
            throw e;
        }
    }

    Reply answer(Call call) throws IOException {
        try {
            if (call.operation() == null) {
                throw new Refusal(404, "there is nothing here");
            }
            return call.operation() == SimulatedOperation.TOKEN ? tokens.answer(call) : operations.answer(call);
        } catch (Refusal refusal) {
            return dialect.refused(refusal);
        }
    }

    /** All requests so far in the order of arrival, including running requests and invalid requests. */
    public List<RecordedRequest> requests() {
        return calls.stream().map(Call::recorded).toList();
    }

    public List<RecordedRequest> requests(SimulatedOperation operation) {
        return requests().stream()
                .filter(request -> request.operation().filter(operation::equals).isPresent())
                .toList();
    }

    /** Ends all calls immediately, and deletes all files. Throws if the simulator itself has failed. */
    @Override
    public void close() {
        closing = true;
        port.close();
        try {
            FileUtils.deleteDirectory(directory.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!defects.isEmpty()) {
            IllegalStateException failure = new IllegalStateException("the simulator failed");
            defects.forEach(failure::addSuppressed);
            throw failure;
        }
    }

    /** The only client, user and scope that the token endpoint accepts. */
    public record OAuthClient(String clientId, String clientSecret, String userName, String password, String scope) {}
}

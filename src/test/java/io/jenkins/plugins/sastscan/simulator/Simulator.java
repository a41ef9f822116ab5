package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.jenkins.plugins.sastscan.simulator.Operations.QueryName;
import io.jenkins.plugins.sastscan.simulator.Operations.QueryVersion;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;

/**
 * The service, played on a random port of 127.0.0.1: an HTTP server that keeps projects in memory and archives on disk,
 * notes every request, and goes wrong when told to.
 *
 * <p>It shares no code with the client. It knows no project until one is added, and two queries: Java, High,
 * SQL_Injection and Java, Info, Long_Method.
 */
public final class Simulator implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String ACCESS_TOKEN = "fixed-access-token";

    private final Dialect dialect;
    private final String scheme;
    private final Path directory;
    private final HttpServer server;
    private final ExecutorService threads;
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
        scheme = options.tls().isPresent() ? "https" : "http";
        server = bind(options);
        directory = options.storage().isPresent()
                ? Files.createTempDirectory(options.storage().get(), "simulator-")
                : Files.createTempDirectory("simulator-");
        operations = new Operations(dialect, tokens, directory);
        acceptToken(ACCESS_TOKEN);
        oauthClient(new OAuthClient("sast-client", "client secret & more", "alice", "p\u00e4ss+w%rd", "sast_api"));
        addQuery("Java", "High", "SQL_Injection", 594, 56110529);
        addQuery("Java", "Info", "Long_Method", 4610, 9007199254740993L);
        bytesPerSecond = options.bytesPerSecond();
        String name = "simulator-" + server.getAddress().getPort();
        threads = Executors.newCachedThreadPool(task -> new Thread(task, name));
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static HttpServer bind(SimulatorOptions options) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getByName(HOST), 0);
        if (options.tls().isEmpty()) {
            return HttpServer.create(anyPort, 0);
        }
        HttpsServer server = HttpsServer.create(anyPort, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(options.tls().get()));
        return server;
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

    /** A base URL on which connections are refused. */
    public static URI refusedUrl() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return URI.create("http://" + HOST + ":" + socket.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without a slash at its end. */
    public URI baseUrl() {
        return URI.create(scheme + "://" + HOST + ":" + server.getAddress().getPort() + dialect.pathPrefix());
    }

    public URI tokenUrl() {
        return URI.create(baseUrl() + "/auth/identity/connect/token");
    }

    /** A token that is accepted until {@link #revokeTokens()}. */
    public String accessToken() {
        return ACCESS_TOKEN;
    }

    /** From now on this token is accepted too, until {@link #revokeTokens()}. */
    public void acceptToken(String token) {
        tokens.accepted.add(token);
    }

    public OAuthClient oauthClient() {
        return tokens.client;
    }

    /** From now on the token endpoint knows another client and user. */
    public void oauthClient(OAuthClient client) {
        tokens.client = client;
    }

    public int issuedTokens() {
        return tokens.issued.get();
    }

    /** From now on no token given out so far is accepted, the fixed one included. */
    public void revokeTokens() {
        tokens.accepted.clear();
    }

    /** @throws IllegalArgumentException if it is there already */
    public SimulatedProject addProject(long id) {
        SimulatedProject project = new SimulatedProject(id);
        if (operations.projects.putIfAbsent(id, project) != null) {
            throw new IllegalArgumentException("project " + id + " is there already");
        }
        return project;
    }

    /** @throws NoSuchElementException if it has not been added */
    public SimulatedProject project(long id) {
        return Optional.ofNullable(operations.projects.get(id)).orElseThrow();
    }

    public void addQuery(String language, String severity, String name, long queryId, long queryVersionCode) {
        operations.queries.put(new QueryName(language, severity, name), new QueryVersion(queryId, queryVersionCode));
    }

    /** The next calls of an operation meet these faults in order; after them, calls are normal again. */
    public synchronized void schedule(SimulatedOperation operation, Fault... next) {
        scheduled.computeIfAbsent(operation, key -> new ArrayDeque<>()).addAll(List.of(next));
    }

    /** Each call of an operation for which nothing else is scheduled meets this fault. */
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
        // Whatever leaves this method makes the server close the connection, without reading or sending any more.
        try {
            operation.map(this::nextFault).orElseGet(Fault::none).meet(call);
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the simulator is closing");
        } catch (RuntimeException | Error e) {
            if (!closing) {
                defects.add(e);
            }
            throw e;
        }
    }

    /** What the service says when no fault keeps it from it. */
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

    /** All requests so far, in the order of arrival, running ones and wrong ones included. */
    public List<RecordedRequest> requests() {
        return calls.stream().map(Call::recorded).toList();
    }

    public List<RecordedRequest> requests(SimulatedOperation operation) {
        return requests().stream()
                .filter(request -> request.operation().filter(operation::equals).isPresent())
                .toList();
    }

    /** Ends all calls at once, and removes all files. Throws if the simulator itself has failed meanwhile. */
    @Override
    public void close() {
        closing = true;
        server.stop(0);
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a call does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    /** The one client that the token endpoint knows, and the one user, with the one scope it gives. */
    public record OAuthClient(String clientId, String clientSecret, String userName, String password, String scope) {}
}

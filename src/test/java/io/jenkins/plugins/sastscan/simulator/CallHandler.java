package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes each request, finds its operation, and lets it meet its fault. */
final class CallHandler implements HttpHandler {
    private final Dialect dialect;
    private final Operations operations;
    private final TokenEndpoint tokenEndpoint;
    private final long bytesPerSecond;
    private final Map<SimulatedOperation, Deque<Fault>> scheduled = new EnumMap<>(SimulatedOperation.class);
    private final Map<SimulatedOperation, Fault> standing = new EnumMap<>(SimulatedOperation.class);
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final List<Throwable> defects = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    CallHandler(Dialect dialect, Operations operations, TokenEndpoint tokenEndpoint, long bytesPerSecond) {
        this.dialect = dialect;
        this.operations = operations;
        this.tokenEndpoint = tokenEndpoint;
        this.bytesPerSecond = bytesPerSecond;
    }

    synchronized void schedule(SimulatedOperation operation, List<Fault> faults) {
        scheduled.computeIfAbsent(operation, key -> new ArrayDeque<>()).addAll(faults);
    }

    synchronized void always(SimulatedOperation operation, Fault fault) {
        standing.put(operation, fault);
    }

    synchronized void clearFaults() {
        scheduled.clear();
        standing.clear();
    }

    private synchronized Fault nextFault(SimulatedOperation operation) {
        Fault next = scheduled.getOrDefault(operation, new ArrayDeque<>()).poll();
        return next != null ? next : standing.getOrDefault(operation, Fault.none());
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String rawPath = exchange.getRequestURI().getRawPath();
        String prefix = dialect.pathPrefix();
        String path = rawPath.startsWith(prefix + "/") ? rawPath.substring(prefix.length()) : "";
        Optional<SimulatedOperation> operation = SimulatedOperation.at(exchange.getRequestMethod(), path);
        Call call = new Call(exchange, operation, path, this::answer, bytesPerSecond);
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

    private Reply answer(Call call) throws IOException {
        try {
            if (call.operation() == null) {
                throw new Refusal(404, "there is nothing here");
            }
            return call.operation() == SimulatedOperation.TOKEN ? tokenEndpoint.answer(call) : operations.answer(call);
        } catch (Refusal refusal) {
            return dialect.refused(call, refusal);
        }
    }

    List<RecordedRequest> requests() {
        return calls.stream().map(Call::recorded).toList();
    }

    void closing() {
        closing = true;
    }

    /** A defect of the simulator shall not pass for an answer. */
    void failIfDefective() {
        if (!defects.isEmpty()) {
            IllegalStateException failure = new IllegalStateException("the simulator failed");
            defects.forEach(failure::addSuppressed);
            throw failure;
        }
    }
}

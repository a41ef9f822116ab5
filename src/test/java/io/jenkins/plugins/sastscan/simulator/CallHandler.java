package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes each request, finds its operation, and lets it meet its fault. */
final class CallHandler implements HttpHandler {
    private final DialectRules rules;
    private final Operations operations;
    private final TokenEndpoint tokenEndpoint;
    private final FaultSchedule faults;
    private final long bytesPerSecond;
    private final List<Recording> recordings = new CopyOnWriteArrayList<>();
    private final List<Throwable> defects = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    CallHandler(
            DialectRules rules,
            Operations operations,
            TokenEndpoint tokenEndpoint,
            FaultSchedule faults,
            long bytesPerSecond) {
        this.rules = rules;
        this.operations = operations;
        this.tokenEndpoint = tokenEndpoint;
        this.faults = faults;
        this.bytesPerSecond = bytesPerSecond;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String rawPath = exchange.getRequestURI().getRawPath();
        String path = rawPath.startsWith(rules.pathPrefix() + "/")
                ? rawPath.substring(rules.pathPrefix().length())
                : null;
        Optional<SimulatedOperation> operation = operationsAt(path).stream()
                .filter(candidate -> candidate.method().equals(exchange.getRequestMethod()))
                .findFirst();
        Recording recording = new Recording(operation, exchange);
        recordings.add(recording);
        Fault fault = operation.map(faults::next).orElseGet(Fault::none);
        // Whatever leaves this method makes the server close the connection, without reading or sending any more.
        try {
            fault.meet(new Call(exchange, recording, path, this::answer, bytesPerSecond));
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the simulator is closing");
        } catch (RuntimeException | Error e) {
            if (!closing) {
                defects.add(e);
            }
            throw e;
        }
    }

    private static List<SimulatedOperation> operationsAt(String path) {
        return path == null ? List.of() : SimulatedOperation.at(path);
    }

    private Reply answer(Call call) throws IOException {
        try {
            if (call.operation() == null) {
                return noOperation(call);
            }
            return call.operation() == SimulatedOperation.TOKEN ? tokenEndpoint.answer(call) : operations.answer(call);
        } catch (Refusal refusal) {
            Reply reply = rules.refused(call, refusal);
            return refusal.status() == 401 ? reply.with("WWW-Authenticate", "Bearer") : reply;
        }
    }

    private Reply noOperation(Call call) {
        List<String> methods = operationsAt(call.path()).stream()
                .map(SimulatedOperation::method)
                .toList();
        return methods.isEmpty()
                ? rules.refused(call, new Refusal(404, "there is nothing here"))
                : rules.refused(call, new Refusal(405, "the operation has another method"))
                        .with("Allow", String.join(", ", methods));
    }

    List<RecordedRequest> requests() {
        return recordings.stream().map(Recording::snapshot).toList();
    }

    void closing() {
        closing = true;
    }

    void failIfDefective() {
        if (!defects.isEmpty()) {
            IllegalStateException failure = new IllegalStateException("the simulator failed");
            defects.forEach(failure::addSuppressed);
            throw failure;
        }
    }
}

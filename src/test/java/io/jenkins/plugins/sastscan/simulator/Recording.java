package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.HttpExchange;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Notes a request while it is being read and answered. */
final class Recording {
    private static final int KEPT = 64 * 1024;

    private final Optional<SimulatedOperation> operation;
    private final String method;
    private final String target;
    private final Map<String, List<String>> headers = new TreeMap<>();
    private final MessageDigest digest = Sha256.start();
    private final BoundedBytes kept = new BoundedBytes(KEPT);
    private long length;
    private boolean complete;
    private List<BodyPart> parts = List.of();
    private OptionalInt status = OptionalInt.empty();

    Recording(Optional<SimulatedOperation> operation, HttpExchange exchange) {
        this.operation = operation;
        method = exchange.getRequestMethod();
        target = exchange.getRequestURI().toString();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, List.copyOf(values)));
    }

    Optional<SimulatedOperation> operation() {
        return operation;
    }

    synchronized void read(byte[] bytes, int offset, int count) {
        digest.update(bytes, offset, count);
        kept.write(bytes, offset, count);
        length += count;
    }

    synchronized void complete() {
        complete = true;
    }

    synchronized void parts(List<BodyPart> found) {
        parts = List.copyOf(found);
    }

    synchronized void answered(int withStatus) {
        status = OptionalInt.of(withStatus);
    }

    synchronized RecordedRequest snapshot() {
        String sha256 = Sha256.end(Sha256.copy(digest));
        RecordedBody body = new RecordedBody(length, sha256, kept.kept(), complete, parts);
        return new RecordedRequest(operation, method, target, headers, body, status);
    }
}

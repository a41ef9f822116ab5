package io.jenkins.plugins.sastscan.simulator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request as it reached the simulator; a snapshot, when it is still running.
 *
 * @param operation which operation it called; none when method or path fit no operation
 * @param target raw path and query
 * @param headers all headers, names in any case, values in the order of arrival
 * @param status the status it was answered with; none when it has not been, or never was
 */
public record RecordedRequest(
        Optional<SimulatedOperation> operation,
        String method,
        String target,
        Map<String, List<String>> headers,
        RecordedBody body,
        OptionalInt status) {

    /** All values of a header, its name in any case; empty when it was not sent. */
    public List<String> headers(String name) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .flatMap(header -> header.getValue().stream())
                .toList();
    }

    /** The single value of a header; nothing when it was sent never or more than once. */
    public Optional<String> header(String name) {
        List<String> values = headers(name);
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    @Override
    public String toString() {
        return method + " " + target + ", " + body + ", status " + status;
    }
}

package io.jenkins.plugins.sastscan.simulator;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request as it reached the simulator; a snapshot, when it is still running.
 *
 * @param operation which operation it called; none when method or path fit no operation
 * @param target raw path and query
 * @param headers all headers, names in any case, values in the order of arrival
 */
public record RecordedRequest(
        Optional<SimulatedOperation> operation,
        String method,
        String target,
        Map<String, List<String>> headers,
        RecordedBody body) {

    /** The single value of a header, its name in any case; nothing when it was sent never or more than once. */
    public Optional<String> header(String name) {
        List<String> values = headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .flatMap(header -> header.getValue().stream())
                .toList();
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    @Override
    public String toString() {
        return method + " " + target + ", " + body;
    }
}

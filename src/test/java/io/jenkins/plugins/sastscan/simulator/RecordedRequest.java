package io.jenkins.plugins.sastscan.simulator;

import java.nio.charset.StandardCharsets;
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
        Body body) {

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

    /**
     * The body of a request, as far as it was read.
     *
     * @param length bytes read
     * @param kept the first 64 KiB
     * @param complete whether the end of the body was reached
     * @param parts the form fields or multipart parts that it held, when it was taken apart
     */
    public record Body(long length, byte[] kept, boolean complete, List<BodyPart> parts) {
        public String text() {
            return new String(kept, StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return length + " bytes" + (complete ? "" : ", not all") + ", parts " + parts;
        }
    }
}

package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A request, or the part of it that has arrived so far.
 *
 * @param operation the called operation; empty if no operation matches the method and the path
 * @param target the raw path and query
 */
public record RecordedRequest(
        Optional<SimulatedOperation> operation, String method, String target, Headers headers, Body body) {

    /** Empty if the header is missing or was sent more than once. */
    public Optional<String> header(String name) {
        return single(headers, name);
    }

    static Optional<String> single(Headers headers, String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    @Override
    public String toString() {
        return method + " " + target + ", " + body.length + " bytes";
    }

    /**
     * The part of a request body that was read.
     *
     * @param kept the first 64 KiB of the body
     * @param complete whether the end of the body was reached
     * @param parts the form fields or multipart parts, if the body was parsed
     */
    public record Body(long length, byte[] kept, boolean complete, List<Part> parts) {
        public String text() {
            return new String(kept, StandardCharsets.UTF_8);
        }
    }

    /** A form field, or a part of a multipart body. Only a part can have a file name and a content type. */
    public record Part(String name, Optional<String> fileName, Optional<String> contentType) {}
}

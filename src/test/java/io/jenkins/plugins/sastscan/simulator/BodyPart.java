package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A field of a form or a part of a multipart body, as it came.
 *
 * @param fileName the part's file name; a form field has none
 * @param contentType the part's own content type; a form field has none
 * @param length decoded bytes
 */
public record BodyPart(String name, Optional<String> fileName, Optional<String> contentType, long length) {
    /** Where the bytes of each part go. */
    interface Target {
        /** Called when a part begins, with length 0; the stream is closed when the part has ended. */
        OutputStream open(BodyPart head) throws IOException, Refusal;
    }

    static BodyPart field(String name) {
        return new BodyPart(name, Optional.empty(), Optional.empty(), 0);
    }

    BodyPart withLength(long bytes) {
        return new BodyPart(name, fileName, contentType, bytes);
    }
}

package io.jenkins.plugins.sastscan.simulator;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The body of a request, as far as it was read.
 *
 * @param length bytes read
 * @param kept the first 64 KiB
 * @param complete whether the end of the body was reached
 * @param parts the form fields or multipart parts that it held, when it was taken apart
 */
public record RecordedBody(long length, byte[] kept, boolean complete, List<BodyPart> parts) {
    public String text() {
        return new String(kept, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return length + " bytes" + (complete ? "" : ", not all") + ", parts " + parts;
    }
}

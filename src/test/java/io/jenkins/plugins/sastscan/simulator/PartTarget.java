package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.io.OutputStream;

/** Where the bytes of each part of a body go. */
interface PartTarget {
    /** Called when a part begins, with length 0; the stream is closed when the part has ended. */
    OutputStream open(BodyPart head) throws IOException, Refusal;
}

package io.jenkins.plugins.sastscan.archive;

import java.io.Serializable;

/**
 * How many bytes of a request body some bytes of an archive become, for instance once they are percent-encoded. Additive:
 * the measure of two runs of bytes is the sum of their measures, wherever they are cut.
 */
@FunctionalInterface
public interface ByteMeter extends Serializable {
    /** The body bytes that {@code length} bytes from {@code offset} become; does not keep or change the buffer. */
    long measure(byte[] buffer, int offset, int length);
}

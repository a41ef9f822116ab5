package io.jenkins.plugins.sastscan.archive;

import java.io.Serializable;

/**
 * Computes the request body size for bytes of an archive, for example after percent-encoding. Additive: the size does
 * not depend on how the bytes are split.
 */
@FunctionalInterface
public interface ByteMeter extends Serializable {
    /**
     * Returns the body size in bytes for {@code length} bytes from {@code offset}. Neither keeps nor changes the
     * buffer.
     */
    long measure(byte[] buffer, int offset, int length);
}

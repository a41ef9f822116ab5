package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;

/**
 * How large an archive may become, in bytes of the request body that carries it.
 *
 * @param bytes the most body bytes, at least 1
 * @param meter how many body bytes the archive's bytes become
 */
public record SizeLimit(long bytes, ByteMeter meter) implements Serializable {
    private static final long serialVersionUID = 1;

    /** @throws InvalidInputException if {@code bytes} is not positive */
    public SizeLimit {
        if (bytes < 1) {
            throw new InvalidInputException("The size limit " + bytes + " cannot be used: give at least 1 byte.");
        }
    }

    /** No limit. */
    public static SizeLimit none() {
        return of(Long.MAX_VALUE);
    }

    /** A limit on the archive's own bytes, as for a body that carries them unchanged. */
    public static SizeLimit of(long bytes) {
        return new SizeLimit(bytes, Unchanged.BYTES);
    }

    /** An enum, so that it is the same wherever it has travelled. */
    private enum Unchanged implements ByteMeter {
        BYTES;

        @Override
        public long measure(byte[] buffer, int offset, int length) {
            return length;
        }
    }
}

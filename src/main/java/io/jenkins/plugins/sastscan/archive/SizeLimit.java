package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.Figures;
import java.io.Serializable;

/**
 * The maximum size of an archive.
 *
 * @param bytes the maximum size of the archive in a request body
 * @param meter null if the request body contains the archive as it is
 */
public record SizeLimit(long bytes, Meter meter) implements Serializable {
    /**
     * Computes the size that archive bytes have in the request body, for example after percent-encoding. The total must
     * not change if the bytes are split among several calls.
     */
    @FunctionalInterface
    public interface Meter extends Serializable {
        /** Must not change the buffer. */
        long measure(byte[] buffer, int offset, int length);
    }

    public void check(long measured, String archive, String advice) throws ArchiveException {
        if (measured > bytes) {
            throw new ArchiveException(archive + " is too large: its request body exceeds the limit of "
                    + Figures.bytes(bytes) + ". " + advice + ", or raise the upload size limit.");
        }
    }

    public static SizeLimit none() {
        return of(Long.MAX_VALUE);
    }

    /** Limits the size of the archive file, and not the size of the request body. */
    public static SizeLimit of(long bytes) {
        return new SizeLimit(bytes, null);
    }

    public long measure(byte[] buffer, int offset, int length) {
        return meter == null ? length : meter.measure(buffer, offset, length);
    }
}

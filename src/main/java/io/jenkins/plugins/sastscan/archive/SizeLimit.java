package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PercentEncoding;
import java.io.Serializable;

/**
 * The maximum size of an archive, after its encoding in a request body.
 *
 * @param form whether the archive is percent-encoded in the body
 */
public record SizeLimit(long bytes, boolean form) implements Serializable {
    /** The maximum number of bytes in addition to the encoded archive: a field name, or multipart headers. */
    private static final int FRAME = 400;

    /** Limits the size of the request body, because web servers do so. */
    public static SizeLimit ofBody(long bytes, boolean form) {
        return new SizeLimit(Math.max(1, bytes - FRAME), form);
    }

    public void check(long measured, String archive, String advice) throws ArchiveException {
        if (measured > bytes) {
            throw new ArchiveException(archive + " is too large: its request body exceeds the limit of "
                    + Figures.bytes(bytes) + ". " + advice + ", or raise the upload size limit.");
        }
    }

    /** Returns the number of bytes after the encoding. */
    public long measure(byte[] buffer, int offset, int length) {
        return form ? PercentEncoding.encodedLength(buffer, offset, length) : length;
    }
}

package io.jenkins.plugins.sastscan.config;

import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.PercentEncoding;

/** Computes the size of a request body for an archive, because web servers limit the size of request bodies. */
public enum BodyMeter implements SizeLimit.Meter {
    PERCENT_ENCODED;

    /** The maximum number of bytes in addition to the encoded archive: a field name, or multipart headers. */
    private static final int FRAME = 400;

    /** Returns the size limit for an archive in a request body of at most {@code bodyBytes} bytes. */
    public static SizeLimit limit(long bodyBytes, UploadEncoding encoding) {
        long bytes = Math.max(1, bodyBytes - FRAME);
        return encoding == UploadEncoding.FORM ? new SizeLimit(bytes, PERCENT_ENCODED) : SizeLimit.of(bytes);
    }

    @Override
    public long measure(byte[] buffer, int offset, int length) {
        return PercentEncoding.encodedLength(buffer, offset, length);
    }
}

package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;

/**
 * An archive as the body of an upload, with its exact length.
 *
 * @param file its path on the machine that sends it
 * @param size its bytes
 * @param encodedSize the bytes that it takes within the body, as whoever made it has counted
 * @param boundary between the parts of a multipart body
 */
record FileBody(String file, long size, long encodedSize, UploadEncoding encoding, String boundary)
        implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String FIELD = "zippedSource";
    /** A name that tells nothing of the machine that sends. */
    private static final String NAME = "source.zip";

    FileBody(String file, long size, long encodedSize, UploadEncoding encoding) {
        this(
                file,
                size,
                encoding == UploadEncoding.FORM ? encodedSize : size,
                encoding,
                UUID.randomUUID().toString());
    }

    String type() {
        return encoding == UploadEncoding.FORM
                ? "application/x-www-form-urlencoded"
                : "multipart/form-data; boundary=" + boundary;
    }

    long length() {
        return before().length + encodedSize + after().length;
    }

    private byte[] before() {
        return ascii(
                encoding == UploadEncoding.FORM
                        ? FIELD + "="
                        : "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + FIELD + "\"; filename=\""
                                + NAME + "\"\r\nContent-Type: application/zip\r\n\r\n");
    }

    private byte[] after() {
        return ascii(encoding == UploadEncoding.FORM ? "" : "\r\n--" + boundary + "--\r\n");
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The file, whose size must be what it was. */
    UploadFile source() throws BodyFileException {
        UploadFile source = UploadFile.of(Path.of(file));
        if (source.size() != size) {
            throw source.changed();
        }
        return source;
    }

    /**
     * Writes the body. Never writes more than its length, and ends before its last byte if the file is not what it was.
     *
     * @throws BodyFileException if it cannot be read or is not what it was
     */
    void writeTo(OutputStream out, ByteProgress progress) throws IOException {
        UploadFile source = source();
        out.write(before());
        boolean encodes = encoding == UploadEncoding.FORM;
        byte[] buffer = new byte[encodes ? FormEncoding.bufferSize(UploadFile.CHUNK) : 0];
        long[] left = {encodedSize};
        source.copyTo(
                (chunk, length) -> {
                    int encoded = encodes ? FormEncoding.encode(chunk, 0, length, buffer) : length;
                    left[0] -= encoded;
                    if (left[0] < 0) {
                        throw source.changed();
                    }
                    out.write(encodes ? buffer : chunk, 0, encoded);
                },
                progress);
        if (left[0] > 0) {
            throw source.changed();
        }
        out.write(after());
    }
}

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
 * @param encodedSize the bytes that it takes within the body
 * @param boundary between the parts of a multipart body
 */
record FileBody(String file, long size, long encodedSize, UploadEncoding encoding, String boundary)
        implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String FIELD = "zippedSource";
    /** A name that tells nothing of the machine that sends. */
    private static final String NAME = "source.zip";

    static FileBody of(String file, long size, long encodedSize, UploadEncoding encoding) {
        return new FileBody(file, size, encodedSize, encoding, UUID.randomUUID().toString());
    }

    /**
     * The body of a file of this machine. Reads it once for its length if it is to be percent-encoded.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    static FileBody of(Path path, UploadEncoding encoding) throws FileTrouble, InterruptedException {
        SourceFile file = SourceFile.of(path);
        long encodedSize = encoding == UploadEncoding.FORM ? file.encodedLength() : file.size();
        return of(path.toString(), file.size(), encodedSize, encoding);
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Writes the body. Never writes more than its length, and ends before its last byte if the file is not what it was.
     *
     * @throws FileTrouble if it cannot be read or is not what it was
     */
    void writeTo(OutputStream out, ByteProgress progress) throws IOException {
        SourceFile source = SourceFile.of(Path.of(file));
        if (source.size() != size) {
            throw source.changed();
        }
        out.write(before());
        if (encoding == UploadEncoding.FORM) {
            Encoder encoder = new Encoder(out, source);
            source.copyTo(encoder, progress);
            if (encoder.left > 0) {
                throw source.changed();
            }
        } else {
            source.copyTo(out, progress);
        }
        out.write(after());
    }

    /** Percent-encodes, and never writes more than was counted. */
    private final class Encoder extends OutputStream {
        private final OutputStream out;
        private final SourceFile source;
        private final byte[] buffer = new byte[FormEncoding.bufferSize(SourceFile.CHUNK)];
        private long left = encodedSize;

        Encoder(OutputStream out, SourceFile source) {
            this.out = out;
            this.source = source;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int encoded = FormEncoding.encode(bytes, from, length, buffer);
            left -= encoded;
            if (left < 0) {
                throw source.changed();
            }
            out.write(buffer, 0, encoded);
        }
    }
}

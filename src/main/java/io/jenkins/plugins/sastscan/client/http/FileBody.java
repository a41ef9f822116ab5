package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.text.PercentEncoding;
import io.jenkins.plugins.sastscan.text.Sha256;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * An archive as a request body. Agents use this class, so it needs only the JDK.
 *
 * @param form whether the archive is percent-encoded
 * @param before what precedes the archive
 */
record FileBody(Upload.Archive archive, boolean form, String type, String before, String after) {
    static final int CHUNK = 64 * 1024;

    /** The file name in the request reveals nothing about the machine. */
    static FileBody of(Upload.Archive archive, UploadEncoding encoding) {
        if (encoding == UploadEncoding.FORM) {
            return new FileBody(archive, true, "application/x-www-form-urlencoded", "zippedSource=", "");
        }
        String boundary = UUID.randomUUID().toString();
        String before = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"zippedSource\";"
                + " filename=\"source.zip\"\r\nContent-Type: application/zip\r\n\r\n";
        String type = "multipart/form-data; boundary=" + boundary;
        return new FileBody(archive, false, type, before, "\r\n--" + boundary + "--\r\n");
    }

    long length() {
        return before.length() + encodedSize() + after.length();
    }

    private long encodedSize() {
        return form ? archive.encodedSize() : archive.size();
    }

    /**
     * Returns the body. The file is hashed while it is read. If its size, digest or encoded size differs from that of
     * the checked archive, reading fails before the last chunk, so that the SAST server cannot unpack the zip file.
     *
     * @param file the content of the archive; closed with the body
     * @param progress receives the number of file bytes read so far; called often, so it must be fast
     */
    InputStream of(InputStream file, LongConsumer progress) {
        return new SequenceInputStream(
                Collections.enumeration(List.of(ascii(before), new Checked(file, progress), ascii(after))));
    }

    private static InputStream ascii(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The encoded file. */
    private final class Checked extends FilterInputStream {
        private final LongConsumer progress;
        private final MessageDigest sha256 = Sha256.create();
        private final byte[] chunk = new byte[CHUNK];
        private final byte[] encoded = form ? new byte[PercentEncoding.bufferSize(CHUNK)] : chunk;
        private ByteBuffer ready = ByteBuffer.allocate(0);
        private long left = archive.size();
        private long encodedLeft = encodedSize();

        Checked(InputStream file, LongConsumer progress) {
            super(file);
            this.progress = progress;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (!ready.hasRemaining() && left > 0) {
                ready = ByteBuffer.wrap(encoded, 0, encodeChunk());
            }
            int count = Math.min(length, ready.remaining());
            ready.get(bytes, offset, count);
            return count == 0 && length > 0 ? -1 : count;
        }

        private int encodeChunk() throws IOException {
            // Only the first chunk can be smaller than CHUNK. Therefore, the last chunk, which is not sent if the file
            // has changed, contains the whole end record of a zip file (22 bytes).
            int length = (int) ((left - 1) % CHUNK) + 1;
            if (archive.read(() -> in.readNBytes(chunk, 0, length)) < length) {
                throw archive.changed();
            }
            sha256.update(chunk, 0, length);
            int size = form ? PercentEncoding.encode(chunk, length, encoded) : length;
            left -= length;
            encodedLeft -= size;
            if (encodedLeft < 0
                    || left == 0 && (encodedLeft > 0 || !Sha256.hex(sha256).equals(archive.sha256()))) {
                throw archive.changed();
            }
            progress.accept(archive.size() - left);
            return size;
        }
    }
}

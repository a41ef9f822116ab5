package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.FormEncoding;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.LongConsumer;

/** An archive as a request body. Agents use this class, so it needs only the JDK. */
public record FileBody(UploadAttempt.Archive archive, UploadEncoding encoding, String boundary)
        implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int CHUNK = 64 * 1024;
    private static final String FIELD = "zippedSource";
    /** The file name in the request reveals nothing about the machine. */
    private static final String NAME = "source.zip";

    public static FileBody of(UploadAttempt.Archive archive, UploadEncoding encoding) {
        return new FileBody(archive, encoding, UUID.randomUUID().toString());
    }

    private boolean isForm() {
        return encoding == UploadEncoding.FORM;
    }

    String type() {
        return isForm() ? "application/x-www-form-urlencoded" : "multipart/form-data; boundary=" + boundary;
    }

    long length() {
        return before().length + encodedSize() + after().length;
    }

    private long encodedSize() {
        return isForm() ? archive.encodedSize() : archive.size();
    }

    private byte[] before() {
        return ascii(
                isForm()
                        ? FIELD + "="
                        : "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + FIELD + "\"; filename=\""
                                + NAME + "\"\r\nContent-Type: application/zip\r\n\r\n");
    }

    private byte[] after() {
        return ascii(isForm() ? "" : "\r\n--" + boundary + "--\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns the body. The file is hashed while it is read. If its size, digest or encoded size differs from that of
     * the checked archive, the stream fails before the last chunk, so that the SAST server cannot unpack the zip file.
     *
     * @param file the content of the archive; closing the returned stream does not close it
     * @param progress receives the number of file bytes read so far; called often, so it must be fast
     */
    InputStream stream(InputStream file, LongConsumer progress) {
        InputStream start = new SequenceInputStream(new ByteArrayInputStream(before()), new Content(file, progress));
        return new SequenceInputStream(start, new ByteArrayInputStream(after()));
    }

    private final class Content extends InputStream {
        private final InputStream file;
        private final LongConsumer progress;
        private final MessageDigest sha256 = newSha256();
        private final byte[] chunk = new byte[CHUNK];
        private final byte[] encoded = isForm() ? new byte[FormEncoding.bufferSize(CHUNK)] : chunk;
        private long left = archive.size();
        private long encodedLeft = encodedSize();
        private boolean checked;
        private int from;
        private int to;

        Content(InputStream file, LongConsumer progress) {
            this.file = file;
            this.progress = progress;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (from == to && !checked) {
                next();
            }
            if (from == to) {
                return -1;
            }
            int count = Math.min(length, to - from);
            System.arraycopy(encoded, from, bytes, offset, count);
            from += count;
            return count;
        }

        private void next() throws IOException {
            // Only the first chunk can be smaller than CHUNK. Therefore, the last chunk, which is not sent if the file
            // has changed, contains the whole end record of a zip file (22 bytes).
            int length = (int) ((left - 1) % CHUNK) + 1;
            if (archive.read(() -> file.readNBytes(chunk, 0, length)) < length) {
                throw archive.changed();
            }
            sha256.update(chunk, 0, length);
            int size = isForm() ? FormEncoding.encode(chunk, 0, length, encoded) : length;
            left -= length;
            encodedLeft -= size;
            checked = left == 0;
            if (encodedLeft < 0 || checked && (encodedLeft > 0 || !isDigest(sha256.digest()))) {
                throw archive.changed();
            }
            from = 0;
            to = size;
            progress.accept(archive.size() - left);
        }

        private boolean isDigest(byte[] digest) {
            return HexFormat.of().formatHex(digest).equals(archive.sha256());
        }
    }

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

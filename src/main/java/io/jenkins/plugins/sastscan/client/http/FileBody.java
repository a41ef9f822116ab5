package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.FormEncoding;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * An archive as a request body. The file is hashed while it is sent. If it has changed since it was checked, sending
 * stops before the end. Agents use this class, so it needs only the JDK.
 */
record FileBody(UploadAttempt.Archive archive, UploadEncoding encoding, String boundary) implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int CHUNK = 64 * 1024;
    private static final String FIELD = "zippedSource";
    /** The file name in the request reveals nothing about the machine. */
    private static final String NAME = "source.zip";

    static FileBody of(UploadAttempt.Archive archive, UploadEncoding encoding) {
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

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Checks the size, digest and encoded size of the file before it writes the last chunk. If a check fails, the SAST
     * server does not receive the last chunk, and cannot unpack the zip file. Never writes more than {@link #length}
     * bytes.
     *
     * @param progress receives the number of file bytes written so far; called often, so it must be fast
     * @throws UploadAttempt.FileException if the file cannot be read, or is not the checked archive
     */
    void write(InputStream in, OutputStream out, LongConsumer progress) throws IOException {
        MessageDigest sha256 = newSha256();
        byte[] chunk = new byte[CHUNK];
        byte[] buffer = new byte[isForm() ? FormEncoding.bufferSize(CHUNK) : 0];
        long left = archive.size();
        long encodedLeft = encodedSize();
        out.write(before());
        do {
            // The last chunk is not sent if the file has changed. Only the first chunk can be smaller than CHUNK.
            // Therefore, the last chunk contains the whole end record of a zip file (22 bytes).
            int length = (int) ((left - 1) % CHUNK) + 1;
            if (archive.read(() -> in.readNBytes(chunk, 0, length)) < length) {
                throw archive.changed();
            }
            sha256.update(chunk, 0, length);
            int encoded = isForm() ? FormEncoding.encode(chunk, 0, length, buffer) : length;
            left -= length;
            encodedLeft -= encoded;
            if (encodedLeft < 0
                    || left == 0 && (encodedLeft > 0 || !isChecked(sha256) || archive.read(in::read) >= 0)) {
                throw archive.changed();
            }
            out.write(isForm() ? buffer : chunk, 0, encoded);
            progress.accept(archive.size() - left);
        } while (left > 0);
        out.write(after());
    }

    private boolean isChecked(MessageDigest sha256) {
        return HexFormat.of().formatHex(sha256.digest()).equals(archive.sha256());
    }

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

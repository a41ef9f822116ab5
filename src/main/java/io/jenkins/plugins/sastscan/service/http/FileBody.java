package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.FormEncoding;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.UUID;

/**
 * A file as a request body of known length. Needs only the JDK.
 *
 * @param file its path on the machine that sends it
 * @param encodedSize its size in the body
 * @param boundary between the parts of a multipart body
 */
record FileBody(String file, long size, long encodedSize, UploadEncoding encoding, String boundary)
        implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int CHUNK = 64 * 1024;
    private static final String FIELD = "zippedSource";
    /** A name that reveals nothing about the machine. */
    private static final String NAME = "source.zip";

    static FileBody of(String file, long size, long percentEncodedSize, UploadEncoding encoding) {
        String boundary = UUID.randomUUID().toString();
        return new FileBody(
                file, size, encoding == UploadEncoding.FORM ? percentEncodedSize : size, encoding, boundary);
    }

    private boolean isForm() {
        return encoding == UploadEncoding.FORM;
    }

    String type() {
        return isForm() ? "application/x-www-form-urlencoded" : "multipart/form-data; boundary=" + boundary;
    }

    long length() {
        return before().length + encodedSize + after().length;
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

    /** Checks that the file exists and has its size. Returns the time of its last change. */
    FileTime check() throws FileException {
        BasicFileAttributes attributes = read(() -> Files.readAttributes(Path.of(file), BasicFileAttributes.class));
        if (!attributes.isRegularFile()) {
            throw new FileException(file, "is not a file");
        }
        if (attributes.size() != size) {
            throw changed();
        }
        return attributes.lastModifiedTime();
    }

    /**
     * Writes the body. If the file changes meanwhile, this fails before the last byte, and never writes more than the
     * length.
     *
     * @throws FileException if the file cannot be read, or has changed
     */
    void writeTo(OutputStream out, ByteProgress progress) throws IOException {
        FileTime lastModified = check();
        out.write(before());
        byte[] chunk = new byte[CHUNK];
        byte[] buffer = new byte[isForm() ? FormEncoding.bufferSize(CHUNK) : 0];
        long left = encodedSize;
        try (InputStream in = read(() -> Files.newInputStream(Path.of(file)))) {
            for (long sent = 0; sent < size; ) {
                int length = (int) Math.min(CHUNK, size - sent);
                if (read(() -> in.readNBytes(chunk, 0, length)) < length) {
                    throw changed();
                }
                sent += length;
                if (sent == size && !check().equals(lastModified)) {
                    throw changed();
                }
                int encoded = isForm() ? FormEncoding.encode(chunk, 0, length, buffer) : length;
                left -= encoded;
                if (left < 0) {
                    throw changed();
                }
                out.write(isForm() ? buffer : chunk, 0, encoded);
                progress.sent(sent, size);
            }
        }
        if (left > 0) {
            throw changed();
        }
        out.write(after());
    }

    private FileException changed() {
        return new FileException(file, "changed during the upload");
    }

    /** A read from the file. If it fails, the file is the cause, not the connection. */
    private interface FileRead<T> {
        T read() throws IOException;
    }

    private <T> T read(FileRead<T> reading) throws FileException {
        try {
            return reading.read();
        } catch (IOException e) {
            throw new FileException(file, "cannot be read (" + IoReason.of(e) + ")");
        }
    }

    /** The file cannot be used. The message is a clause with its path. */
    static final class FileException extends IOException {
        private static final long serialVersionUID = 1;

        FileException(String file, String why) {
            super("the file " + PlainText.oneLine(file) + " " + why);
        }
    }
}

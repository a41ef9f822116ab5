package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;

/**
 * One attempt of an upload, for the machine that has the file. Contains the access token and no other secret. Needs only
 * the JDK. Retries and the meaning of the response are decided on the controller.
 */
public interface UploadAttempt extends Serializable {
    /**
     * Sends the request from this machine.
     *
     * @throws InterruptedException if the thread is interrupted; the attempt has ended
     */
    Result send(ByteProgress progress) throws InterruptedException;

    /**
     * The archive of an upload as it was checked. If the file is another one by then, the upload fails.
     *
     * @param file its path on the machine that has it; the last segment is not a symbolic link
     * @param size in bytes
     * @param encodedSize its size when percent-encoded, in bytes; ignored for other encodings
     * @param sha256 in lower-case hexadecimal
     */
    record Archive(String file, long size, long encodedSize, String sha256) implements Serializable {
        private static final long serialVersionUID = 1;

        public Archive {
            Objects.requireNonNull(file);
            Objects.requireNonNull(sha256);
        }
    }

    /** The response, or why there is none. */
    interface Result extends Serializable {}

    /** Calls {@link UploadAttempt#send} on the machine that has the file. */
    @FunctionalInterface
    interface Sender {
        /** @throws IOException if the machine cannot be reached */
        Result send(UploadAttempt attempt) throws IOException, InterruptedException;
    }
}

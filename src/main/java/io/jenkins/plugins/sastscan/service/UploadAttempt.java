package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * One attempt of an upload, for the machine that has the file. Contains the access token and no other secret. Needs only
 * the JDK. Retries and the meaning of the response are decided on the controller.
 */
public interface UploadAttempt extends Serializable {
    /**
     * Sends the request from this machine.
     *
     * @param progress receives the number of bytes of the archive so far, without the overhead of the encoding, on the
     *     thread that sends: it must be fast
     * @throws InterruptedException if the thread is interrupted; the attempt has ended
     */
    Result send(LongConsumer progress) throws InterruptedException;

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

    /** The machine that has the file. */
    @FunctionalInterface
    interface Sender {
        /**
         * Calls {@link UploadAttempt#send} on that machine.
         *
         * @throws ServiceException if the machine cannot make the attempt, which is not retried
         */
        Result send(UploadAttempt attempt) throws ServiceException, InterruptedException;
    }
}

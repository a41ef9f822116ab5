package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.Serializable;

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

    /** The response, or why there is none. */
    interface Result extends Serializable {}

    /** Calls {@link UploadAttempt#send} on the machine that has the file. */
    @FunctionalInterface
    interface Sender {
        /** @throws IOException if the machine cannot be reached */
        Result send(UploadAttempt attempt) throws IOException, InterruptedException;
    }
}

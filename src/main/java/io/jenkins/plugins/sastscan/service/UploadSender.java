package io.jenkins.plugins.sastscan.service;

import java.io.IOException;

/** Makes attempts of an upload on the machine that has the file. */
@FunctionalInterface
public interface UploadSender {
    /**
     * Has {@link UploadAttempt#send} called on that machine.
     *
     * @throws IOException if that machine cannot be reached or does not do it
     */
    UploadReply send(UploadAttempt attempt) throws IOException, InterruptedException;
}

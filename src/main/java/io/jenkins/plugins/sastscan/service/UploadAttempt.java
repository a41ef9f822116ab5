package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;

/**
 * One attempt of an upload, as values for the machine that has the file. What the answer means is decided elsewhere.
 *
 * @param left how long the attempt may take
 * @param number 0 for the first attempt; each one begins with another address of the host
 * @param head the request's line and headers but for the token
 */
public record UploadAttempt(Way way, Duration left, int number, String head, AccessToken token, FileBody body)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /**
     * The way to the service.
     *
     * @param proxy the proxy, or {@link ProxySettings#DIRECT}
     */
    record Way(boolean tls, String host, int port, ProxySettings.Anonymous proxy, Timeouts timeouts)
            implements Serializable {
        private static final long serialVersionUID = 1;
    }

    /** Has {@link UploadAttempt#send} called on the machine that has the file. */
    @FunctionalInterface
    public interface Sender {
        /** @throws IOException if that machine cannot be reached or does not do it */
        AttemptResult send(UploadAttempt attempt) throws IOException, InterruptedException;
    }

    /**
     * Sends it from this machine, with the JDK alone.
     *
     * @throws InterruptedException if the thread is interrupted; nothing of the attempt goes on then
     */
    public AttemptResult send(ByteProgress progress) throws InterruptedException {
        return new SocketExchange(this, progress).run();
    }
}

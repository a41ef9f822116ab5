package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.UploadAttempt;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertificateException;
import java.util.Objects;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Why an attempt got no response.
 *
 * @param phase how far the attempt got
 * @param message may be empty
 */
record AttemptFailure(Phase phase, Kind kind, String message) implements UploadAttempt.Result {
    private static final long serialVersionUID = 1;
    private static final int MAX_LENGTH = 4_000;
    private static final int MAX_DEPTH = 20;

    /** The steps of an attempt, in order. */
    enum Phase {
        START,
        CONNECT,
        TLS,
        SEND,
        WAIT,
        RESPONSE
    }

    enum Kind {
        /** The time limit of the whole call is exceeded. */
        TIME_LIMIT,
        /** The client is closed. */
        CLOSED,
        /** The file cannot be read, or has changed since it was checked. */
        FILE,
        UNKNOWN_HOST,
        TIMEOUT,
        /** The response is not valid HTTP. */
        PROTOCOL,
        /** The certificate is not trusted for the host. */
        UNTRUSTED,
        /** The connection ended. */
        BROKEN,
        OTHER
    }

    AttemptFailure {
        Objects.requireNonNull(phase);
        Objects.requireNonNull(kind);
        message = message.length() > MAX_LENGTH ? message.substring(0, MAX_LENGTH) : message;
    }

    static AttemptFailure of(IOException e, Phase phase) {
        return new AttemptFailure(phase, kind(e), e.getMessage() == null ? "" : e.getMessage());
    }

    private static Kind kind(IOException e) {
        if (e instanceof UploadAttempt.FileException) {
            return Kind.FILE;
        }
        if (e instanceof UnknownHostException) {
            return Kind.UNKNOWN_HOST;
        }
        if (e instanceof InterruptedIOException) {
            return Kind.TIMEOUT;
        }
        if (e instanceof ProtocolException) {
            return Kind.PROTOCOL;
        }
        Throwable cause = e;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; cause = cause.getCause(), depth++) {
            // If the trust store is empty, the JDK throws an InvalidAlgorithmParameterException.
            if (cause instanceof CertificateException
                    || cause instanceof SSLPeerUnverifiedException
                    || cause instanceof InvalidAlgorithmParameterException) {
                return Kind.UNTRUSTED;
            }
            // When a TLS connection ends, the JDK may throw a plain IOException.
            boolean ofChannel = cause != e && cause.getClass() == IOException.class;
            if (cause instanceof EOFException || cause instanceof SocketException || ofChannel) {
                return Kind.BROKEN;
            }
        }
        return Kind.OTHER;
    }
}

package io.jenkins.plugins.sastscan.service;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Objects;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Why an attempt got no answer.
 *
 * @param step how far the attempt had come, since the same trouble means different things before and after sending
 * @param words of whoever met it; may be empty
 */
record AttemptFailure(Step step, Kind kind, String words) implements AttemptResult {
    private static final long serialVersionUID = 1;
    private static final int LONGEST_WORDS = 4_000;
    private static final int DEEPEST = 20;

    /** The steps of an attempt, in their order. */
    enum Step {
        BEFORE,
        NAME,
        CONNECT,
        TLS,
        SEND,
        WAIT,
        ANSWER
    }

    /** What kind of trouble it is. */
    enum Kind {
        /** The time for the whole call is over. */
        DEADLINE,
        /** The client takes no more calls. */
        CLOSED,
        /** The file to send cannot be read or has changed. */
        FILE,
        /** A name is not known. */
        NAME,
        TIMEOUT,
        /** Something against the rules of HTTP. */
        PROTOCOL,
        /** The certificate is not trusted for the host. */
        UNTRUSTED,
        /** The connection ended. */
        BROKEN,
        OTHER
    }

    AttemptFailure {
        Objects.requireNonNull(step);
        Objects.requireNonNull(kind);
        words = words.length() > LONGEST_WORDS ? words.substring(0, LONGEST_WORDS) : words;
    }

    static AttemptFailure of(IOException e, Step step) {
        return new AttemptFailure(step, kind(e), e.getMessage() == null ? "" : e.getMessage());
    }

    private static Kind kind(IOException e) {
        if (e instanceof BodyFileException) {
            return Kind.FILE;
        }
        if (e instanceof UnknownHostException) {
            return Kind.NAME;
        }
        if (e instanceof InterruptedIOException) {
            return Kind.TIMEOUT;
        }
        if (e instanceof ProtocolException) {
            return Kind.PROTOCOL;
        }
        Throwable cause = e;
        for (int depth = 0; cause != null && depth < DEEPEST; cause = cause.getCause(), depth++) {
            if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
                return Kind.UNTRUSTED;
            }
            // What lies beneath TLS may be a channel, whose exceptions have no type of their own.
            boolean ofChannel = cause != e && cause.getClass() == IOException.class;
            if (cause instanceof EOFException || cause instanceof SocketException || ofChannel) {
                return Kind.BROKEN;
            }
        }
        return Kind.OTHER;
    }
}

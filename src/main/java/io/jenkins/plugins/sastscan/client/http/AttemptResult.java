package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.Upload;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.Serializable;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * What happened in one attempt: a response, or the reason why there is none. Agents return it, so it has only plain
 * values, and its code needs only the JDK.
 *
 * @param phase how far the attempt got
 * @param message describes a certificate that was not trusted, or is the message of the exception; may be empty
 * @param status 0 if there is no response
 * @param headers the headers that the plugin uses, with names in lower case
 * @param body the part of the body that was read
 */
record AttemptResult(Phase phase, Kind kind, String message, int status, Map<String, String> headers, byte[] body)
        implements Serializable {
    /** The maximum decompressed size of a response. */
    static final int MAX_CONTENT = 256 * 1024;
    /** The maximum time to read content that the operation does not need, such as the text of an error. */
    static final Duration TIME_FOR_UNNEEDED = Duration.ofSeconds(3);

    private static final int MAX_LENGTH = 4_000;
    private static final List<String> HEADERS = List.of("location", "retry-after", "content-type");

    /** The JDK gives no message for a refused connection. */
    private static final String REFUSED = "Connection refused";

    /** The steps of an attempt, in order. */
    enum Phase {
        CONNECT,
        TLS,
        SEND,
        WAIT,
        RESPONSE
    }

    enum Kind {
        /** A response whose body is complete. */
        COMPLETE,
        /** A response whose body was cut, because it is too large. */
        TOO_LARGE,
        /** A response whose body is incomplete, or whose compression is invalid. */
        DAMAGED,
        /** The time limit of the whole call is exceeded. */
        TIME_LIMIT,
        /** The file cannot be read, or has changed since it was checked. */
        FILE,
        UNKNOWN_HOST,
        /** The HTTP client of agents does not support this host name. */
        UNSUPPORTED_HOST,
        TIMEOUT,
        /** The response is not valid HTTP. */
        PROTOCOL,
        /** The certificate is not trusted for the host. */
        UNTRUSTED,
        /** The connection ended. */
        BROKEN,
        OTHER
    }

    /** @throws IllegalArgumentException if the result, which may come from an agent, is too large */
    AttemptResult {
        Objects.requireNonNull(phase);
        Objects.requireNonNull(kind);
        message = message.length() > MAX_LENGTH ? message.substring(0, MAX_LENGTH) : message;
        headers = Map.copyOf(headers);
        if (headers.toString().length() > (HEADERS.size() + 1) * MAX_LENGTH || body.length > MAX_CONTENT) {
            throw new IllegalArgumentException("The response is too large");
        }
    }

    static AttemptResult none(Phase phase, Kind kind, String message) {
        return new AttemptResult(phase, kind, message, 0, Map.of(), new byte[0]);
    }

    /** @param certificate describes the last certificate of the server */
    static AttemptResult of(IOException e, Phase phase, String certificate) {
        Kind kind = kind(e);
        // After a colon, OkHttp adds lines with the names in the certificate.
        boolean refused = kind == Kind.BROKEN && e instanceof ConnectException;
        String message = Objects.requireNonNullElse(e.getMessage(), refused ? REFUSED : "")
                .split(":?\n", 2)[0];
        return none(phase, kind, kind == Kind.UNTRUSTED ? certificate + ": " + message : message);
    }

    /**
     * Reads the body of a response up to its maximum size.
     *
     * @param header returns the value of a header, or null
     * @param needed whether the operation needs the content, not just the status
     * @param end how the content ends if it can be read: {@link Kind#COMPLETE} or {@link Kind#DAMAGED}
     * @throws IOException if reading the needed content times out
     */
    static AttemptResult response(int status, UnaryOperator<String> header, InputStream in, boolean needed, Kind end)
            throws IOException {
        byte[] bytes = new byte[MAX_CONTENT + 1];
        int size = 0;
        Kind kind = end;
        try {
            // Some servers compress the response although the request does not ask for compression.
            boolean packed = "gzip".equalsIgnoreCase(header.apply("content-encoding"));
            InputStream body = packed ? new GZIPInputStream(in) : in;
            for (int read = 0; read >= 0 && size < bytes.length; read = body.read(bytes, size, bytes.length - size)) {
                size += read;
            }
        } catch (IOException e) {
            if (needed && e instanceof InterruptedIOException) {
                throw e;
            }
            kind = Kind.DAMAGED;
        }
        Map<String, String> used = new HashMap<>();
        for (String name : HEADERS) {
            String value = header.apply(name);
            if (value != null && value.length() <= MAX_LENGTH) {
                used.put(name, value.strip());
            }
        }
        byte[] kept = Arrays.copyOf(bytes, Math.min(size, MAX_CONTENT));
        return new AttemptResult(Phase.RESPONSE, size > MAX_CONTENT ? Kind.TOO_LARGE : kind, "", status, used, kept);
    }

    /**
     * If a response arrives before the whole request was sent, only an error response counts.
     *
     * @param sendFailure why the request was not sent; null if it was
     */
    AttemptResult unlessEarly(IOException sendFailure) {
        return sendFailure == null || status / 100 != 2 ? this : of(sendFailure, Phase.SEND, "");
    }

    /** Tells whether the connection failed, so that another machine may be able to connect. */
    boolean isNotConnected() {
        return phase.compareTo(Phase.SEND) < 0 && kind != Kind.TIME_LIMIT && kind != Kind.FILE;
    }

    /** Returns the wait that the SAST server requests with {@code Retry-After}, in seconds; zero if there is none. */
    Duration requestedWait() {
        String value = headers.getOrDefault("retry-after", "");
        return value.matches("[0-9]{1,9}") ? Duration.ofSeconds(Long.parseLong(value)) : Duration.ZERO;
    }

    private static Kind kind(IOException e) {
        if (e instanceof Upload.FileException) {
            return Kind.FILE;
        }
        if (e instanceof UnknownHostException || e.getCause() instanceof UnresolvedAddressException) {
            return Kind.UNKNOWN_HOST;
        }
        if (e instanceof InterruptedIOException) {
            return Kind.TIMEOUT;
        }
        if (e instanceof ProtocolException) {
            return Kind.PROTOCOL;
        }
        // The depth is limited, because causes can form a circle.
        for (Throwable cause : Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
                .limit(20)
                .toList()) {
            if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
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

package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;

/**
 * A call to the SAST server failed. The message is for users: what failed, why, and what to do, on one line and without
 * secrets.
 */
public final class ServiceException extends IOException {
    private static final long serialVersionUID = 1;
    private static final int MAX_LENGTH = 3_000;

    private final Reason reason;
    private final int status;

    /** Why a call failed. */
    public enum Reason {
        /** The SAST server or a proxy responded with status 400 to 599. */
        REFUSED,
        /** The response cannot be from a SAST server: a redirect, a web page, invalid JSON, or not HTTP. */
        UNEXPECTED_RESPONSE,
        /** The file to upload cannot be read, or it is not the one that was checked. */
        UNREADABLE_FILE,
        /** The machine that has the file could not make the attempt. */
        SENDER_FAILED,
        UNKNOWN_HOST,
        CONNECTION_REFUSED,
        CONNECT_TIMEOUT,
        /** The certificate is not trusted, or the port does not support TLS. */
        TLS,
        /** The proxy could not be reached, or rejected the connection. */
        PROXY,
        /** The connection ended before a response arrived, or it was closed here. */
        CONNECTION_CLOSED,
        WRITE_TIMEOUT,
        READ_TIMEOUT,
        /** The time limit of the whole call was exceeded. */
        TIME_LIMIT
    }

    public ServiceException(Reason reason, int status, String message) {
        super(PlainText.oneLine(message, MAX_LENGTH));
        this.reason = reason;
        this.status = status;
    }

    /** The machine that has the file could not make the attempt of an upload. */
    public static ServiceException ofSender(String message, IOException cause) {
        ServiceException failure = new ServiceException(Reason.SENDER_FAILED, 0, message);
        failure.initCause(cause);
        return failure;
    }

    public Reason reason() {
        return reason;
    }

    /** The HTTP status, 0 if there is none. */
    public int status() {
        return status;
    }
}

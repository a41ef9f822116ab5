package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;

/** The message tells users what failed, why, and what to do. It is on one line and contains no secrets. */
public final class ServiceException extends IOException {
    private static final long serialVersionUID = 1;
    private static final int MAX_LENGTH = 3_000;

    private final int status;

    public ServiceException(int status, String message) {
        super(PlainText.oneLine(message, MAX_LENGTH));
        this.status = status;
    }

    /** For an upload that failed because of the machine that has the archive. */
    public ServiceException(String message, IOException cause) {
        this(0, message);
        initCause(cause);
    }

    /** The HTTP status, or 0 if there is no response. */
    public int status() {
        return status;
    }
}

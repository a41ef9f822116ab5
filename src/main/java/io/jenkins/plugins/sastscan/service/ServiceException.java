package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;

/**
 * A call to the service failed. The message tells a person what was tried, what came back and what to do, on one line and
 * without any secret. Holds only values, so that it can travel to wherever the call is waited for.
 */
public abstract sealed class ServiceException extends IOException
        permits RefusedException, UnexpectedResponseException, UnreachableException, UnreadableFileException {
    private static final long serialVersionUID = 1;
    private static final int LONGEST = 3_000;

    private final CallDescription tried;
    private final String hint;

    /** The message is {@code happened} and {@code hint}, each whole sentences. */
    ServiceException(CallDescription tried, String happened, String hint) {
        super(PlainText.oneLine(hint.isEmpty() ? happened : happened + " " + hint, LONGEST));
        this.tried = tried;
        this.hint = hint;
    }

    /** What was tried. */
    public final CallDescription tried() {
        return tried;
    }

    /** What to do about it, empty if there is nothing to advise. */
    public final String hint() {
        return hint;
    }
}

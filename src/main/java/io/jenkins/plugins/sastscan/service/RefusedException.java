package io.jenkins.plugins.sastscan.service;

/** The service answered, and said no. */
public final class RefusedException extends ServiceException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final boolean tokenRefused;
    private final String serverMessage;

    /**
     * @param status the HTTP status, 400 to 599
     * @param tokenRefused whether it was the access token that the service refused
     * @param serverMessage the service's own words, cleaned and without secrets; empty if it sent none
     * @param hint what to do about it, whole sentences
     */
    public RefusedException(
            CallDescription tried, int status, boolean tokenRefused, String serverMessage, String hint) {
        super(
                tried,
                "%s was refused: %s %s answered %d%s."
                        .formatted(
                                tried.operation(),
                                tried.method(),
                                tried.url(),
                                status,
                                serverMessage.isEmpty() ? "" : " (" + serverMessage + ")"),
                hint);
        this.status = status;
        this.tokenRefused = tokenRefused;
        this.serverMessage = serverMessage;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** Whether the service refused the access token, so that a new one may help. */
    public boolean isTokenRefused() {
        return tokenRefused;
    }

    /** The service's own words, empty if it sent none. */
    public String serverMessage() {
        return serverMessage;
    }
}

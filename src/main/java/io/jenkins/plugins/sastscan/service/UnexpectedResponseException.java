package io.jenkins.plugins.sastscan.service;

/** Something answered that the service would not: a redirect, a web page, unreadable or oversized text. */
public final class UnexpectedResponseException extends ServiceException {
    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * @param status the HTTP status, 0 if what answered does not keep to HTTP
     * @param what was wrong, as a clause that follows "answered with"
     * @param hint what to do about it, whole sentences
     */
    public UnexpectedResponseException(CallDescription tried, int status, String what, String hint) {
        super(
                tried,
                "%s failed: %s %s answered with %s.".formatted(tried.operation(), tried.method(), tried.url(), what),
                hint);
        this.status = status;
    }

    /** The HTTP status, 0 if what answered does not keep to HTTP. */
    public int status() {
        return status;
    }
}

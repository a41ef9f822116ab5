package io.jenkins.plugins.sastscan.service;

/** No answer came from the service. */
public final class UnreachableException extends ServiceException {
    private static final long serialVersionUID = 1;

    private final Obstacle obstacle;

    /** What stood between this client and the service. */
    public enum Obstacle {
        /** The name of the host is not known. */
        NAME,
        /** Nobody accepts connections there. */
        REFUSED,
        /** No connection within the connect timeout. */
        CONNECT_TIMEOUT,
        /** The certificate is not trusted or names another host, or no TLS is spoken there. */
        TLS,
        /** The proxy could not be reached or refused. */
        PROXY,
        /** The connection ended before an answer came, or the client was closed. */
        CLOSED,
        /** The service took no further bytes within the write timeout. */
        SEND_TIMEOUT,
        /** The request was sent, and no answer came within the read timeout. */
        ANSWER_TIMEOUT,
        /** The time for the whole call was over. */
        DEADLINE
    }

    /**
     * @param what came in between, as a clause that follows "since"
     * @param hint what to do about it, whole sentences
     */
    public UnreachableException(CallDescription tried, Obstacle obstacle, String what, String hint) {
        super(
                tried,
                "%s failed: %s %s got no answer, since %s."
                        .formatted(tried.operation(), tried.method(), tried.url(), what),
                hint);
        this.obstacle = obstacle;
    }

    /** What stood in between. */
    public Obstacle obstacle() {
        return obstacle;
    }
}

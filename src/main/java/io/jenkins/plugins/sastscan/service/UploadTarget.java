package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * Where and how an upload goes, as values that work on any machine and hold no secret.
 *
 * @param proxy the way to the address
 */
public record UploadTarget(
        ServiceAddress address,
        UploadEncoding encoding,
        Timeouts timeouts,
        ProxySettings.Anonymous proxy,
        CallPolicy policy)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /**
     * The same way as connections with these settings go.
     *
     * @throws IllegalArgumentException if that is through a proxy with a user and a password
     */
    public UploadTarget(
            ServiceAddress address, UploadEncoding encoding, ConnectionSettings connection, CallPolicy policy) {
        this(address, encoding, connection.timeouts(), anonymous(connection.proxy(), address), policy);
    }

    private static ProxySettings.Anonymous anonymous(ProxySettings proxy, ServiceAddress address) {
        if (proxy.forTarget(address.host()) instanceof ProxySettings.Anonymous way) {
            return way;
        }
        throw new IllegalArgumentException("A proxy's user and password stay on the controller");
    }

    /** The settings of the upload's own connections. */
    public ConnectionSettings connection() {
        return new ConnectionSettings(timeouts, proxy);
    }

    /**
     * Uploads an archive of this machine, with a token that is not renewed here.
     *
     * @return how often it had to be tried again
     * @throws ServiceException as {@link SastService#upload}; it knows how often it was tried again
     */
    public int upload(long projectId, Path archive, AccessToken token, ByteProgress progress)
            throws ServiceException, InterruptedException {
        try (HttpSession http = new HttpSession(connection(), policy)) {
            try {
                http.service(address, encoding, TokenSource.fixed(token)).upload(projectId, archive, progress);
            } catch (ServiceException e) {
                e.setRetries(http.retries());
                throw e;
            }
            return http.retries();
        }
    }
}

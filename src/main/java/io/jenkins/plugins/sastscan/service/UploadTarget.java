package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;
import java.nio.file.Path;

/** Where and how an upload goes, as values that work on any machine. */
public record UploadTarget(
        ServiceAddress address, UploadEncoding encoding, ConnectionSettings connection, CallPolicy policy)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /**
     * Uploads an archive of this machine, with a token that is not renewed here.
     *
     * @return how often it had to be tried again
     * @throws ServiceException as {@link SastService#upload}; it knows how often it was tried again
     */
    public int upload(long projectId, Path archive, AccessToken token, ByteProgress progress)
            throws ServiceException, InterruptedException {
        try (HttpSession http = new HttpSession(connection, policy)) {
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

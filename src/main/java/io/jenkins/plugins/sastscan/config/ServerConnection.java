package io.jenkins.plugins.sastscan.config;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.input.InvalidInputException;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.HttpSession;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.service.UploadTarget;
import java.nio.file.Path;
import java.util.Optional;

/** The client of one server for one run, on the controller; close it to let its threads end. */
public final class ServerConnection implements AutoCloseable {
    private final SastServer server;
    private final ServiceAddress address;
    private final ConnectionSettings settings;
    private final CallPolicy policy;
    private final HttpSession http;
    private final TokenSource tokens;

    private ServerConnection(SastServer server, Run<?, ?> run) {
        this.server = server;
        this.address = server.address();
        this.settings = server.connection();
        this.policy = server.policy();
        this.http = new HttpSession(settings, policy);
        this.tokens = server.getAuthentication()
                .tokens(new SastAuthentication.Context(address.toString(), server.isAllowPlainHttp(), http, run));
    }

    /**
     * Connects to a server on behalf of a build, or of an administrator who tries it.
     *
     * @param run the build, or null
     * @throws InvalidInputException if the server's settings or credentials cannot be used
     */
    public static ServerConnection open(SastServer server, Run<?, ?> run) {
        server.check();
        return new ServerConnection(server, run);
    }

    public SastServer server() {
        return server;
    }

    public TokenSource tokens() {
        return tokens;
    }

    /** The operations, as made from the controller. */
    public SastService service() {
        return http.service(address, server.getUploadEncoding(), tokens);
    }

    /** How often operations had to be tried again so far. */
    public int retries() {
        return http.retries();
    }

    /** Uploads a file of the controller, with a token that is not renewed here. */
    public void upload(long projectId, Path archive, AccessToken token, ByteProgress progress)
            throws ServiceException, InterruptedException {
        http.service(address, server.getUploadEncoding(), TokenSource.fixed(token))
                .upload(projectId, archive, progress);
    }

    /** Where and how agents upload; empty if the way there is through a proxy that needs a user, which they do not get. */
    public Optional<UploadTarget> uploadTarget() {
        return settings.proxy().forTarget(address.host()).hasCredentials()
                ? Optional.empty()
                : Optional.of(new UploadTarget(address, server.getUploadEncoding(), settings, policy));
    }

    @Override
    public void close() {
        http.close();
    }
}

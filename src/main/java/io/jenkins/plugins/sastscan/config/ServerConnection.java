package io.jenkins.plugins.sastscan.config;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;

/** A connection from the controller to a SAST server. Close it to end its threads. */
public final class ServerConnection implements AutoCloseable {
    private final SastServer server;
    private final boolean openToAgents;
    private final SastService service;

    private ServerConnection(SastServer server, Run<?, ?> run) {
        this.server = server;
        ServiceUrl url = server.address();
        ConnectionSettings settings = server.connection();
        this.openToAgents = !settings.proxy().requiresUserFor(url.host());
        ServiceAuthentication authentication = server.getAuthentication()
                .resolve(new SastAuthentication.Context(
                        url.toString(),
                        server.isAllowPlainHttp(),
                        server.getAccess().getJobCredentialsId(),
                        run));
        this.service = SastService.connect(url, authentication, server.getUploadEncoding(), settings);
    }

    /**
     * Opens a connection for a build, or for a connection test.
     *
     * @param server a SAST server that can work, as {@link SastConfiguration#server} returns it
     * @param run the build, or null
     * @throws InvalidInputException if credentials are missing
     */
    public static ServerConnection open(SastServer server, Run<?, ?> run) {
        return new ServerConnection(server, run);
    }

    public SastServer server() {
        return server;
    }

    public SastService service() {
        return service;
    }

    /** Says why the controller uploads although agents should; empty if agents can upload. */
    public Optional<String> obstacleForAgents() {
        if (server.getUploadFrom() == UploadFrom.AGENT && server.getAccess().keepsTokenFromAgents()) {
            return Optional.of("Uploading from the controller, because agents must not receive the access token of a"
                    + " SAST server with access rules");
        }
        return openToAgents
                ? Optional.empty()
                : Optional.of("Uploading from the controller, because the proxy requires a user name and a password,"
                        + " which agents never receive");
    }

    @Override
    public void close() {
        service.close();
    }
}

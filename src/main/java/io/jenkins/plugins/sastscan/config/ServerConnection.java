package io.jenkins.plugins.sastscan.config;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.text.InvalidInputException;

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
                .resolve(new SastAuthentication.Context(url.toString(), server.isAllowPlainHttp(), run));
        this.service = SastService.connect(url, authentication, server.getUploadEncoding(), settings);
    }

    /**
     * Opens a connection for a build, or for a connection test.
     *
     * @param run the build, or null
     * @throws InvalidInputException if the configuration or the credentials are invalid
     */
    public static ServerConnection open(SastServer server, Run<?, ?> run) {
        server.check();
        return new ServerConnection(server, run);
    }

    public SastServer server() {
        return server;
    }

    public SastService service() {
        return service;
    }

    /**
     * Tells whether agents can upload. They cannot use a proxy with authentication, because they never receive its
     * credentials.
     */
    public boolean isOpenToAgents() {
        return openToAgents;
    }

    @Override
    public void close() {
        service.close();
    }
}

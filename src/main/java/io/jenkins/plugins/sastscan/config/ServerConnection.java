package io.jenkins.plugins.sastscan.config;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.HttpSession;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.text.InvalidInputException;

/** A connection from the controller to a SAST server. Close it to end its threads. */
public final class ServerConnection implements AutoCloseable {
    private final SastServer server;
    private final ServiceAddress address;
    private final ConnectionSettings settings;
    private final HttpSession http;
    private final TokenSource tokens;

    private ServerConnection(SastServer server, Run<?, ?> run) {
        this.server = server;
        this.address = server.address();
        this.settings = server.connection();
        this.http = new HttpSession(settings, server.policy());
        this.tokens = server.getAuthentication()
                .tokens(new SastAuthentication.Context(address.toString(), server.isAllowPlainHttp(), http, run));
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

    public TokenSource tokens() {
        return tokens;
    }

    public SastService service() {
        return http.service(address, server.getUploadEncoding(), tokens);
    }

    public int retries() {
        return http.retries();
    }

    /**
     * Tells whether agents can upload. They cannot use a proxy with authentication, because they never receive its
     * credentials.
     */
    public boolean isOpenToAgents() {
        return !settings.proxy().forTarget(address.host()).hasCredentials();
    }

    @Override
    public void close() {
        http.close();
    }
}

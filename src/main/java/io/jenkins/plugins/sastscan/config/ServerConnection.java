package io.jenkins.plugins.sastscan.config;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.HttpSession;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.text.InvalidInputException;

/** The client of one server for one run, on the controller; close it to let its threads end. */
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

    /** Whether agents may upload: not if the way is through a proxy that needs a user, which they do not get. */
    public boolean isOpenToAgents() {
        return !settings.proxy().forTarget(address.host()).hasCredentials();
    }

    @Override
    public void close() {
        http.close();
    }
}

package io.jenkins.plugins.sastscan.config;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.input.InvalidInputException;
import io.jenkins.plugins.sastscan.service.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.HttpSession;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.service.UploadTarget;

/** The client of one server for one run, on the controller; close it to let its threads end. */
public final class ServerConnection implements AutoCloseable {
    private final SastServer server;
    private final UploadTarget target;
    private final HttpSession http;
    private final TokenSource tokens;

    private ServerConnection(SastServer server, Run<?, ?> run) {
        this.server = server;
        ServiceAddress address = server.address();
        ConnectionSettings connection = server.connection();
        CallPolicy policy = server.policy();
        this.target = new UploadTarget(address, server.getUploadEncoding(), connection, policy);
        this.http = new HttpSession(connection, policy);
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
        return http.service(target.address(), target.encoding(), tokens);
    }

    /** How often operations had to be tried again so far. */
    public int retries() {
        return http.retries();
    }

    /** Where and how uploads go, as values. */
    public UploadTarget uploadTarget() {
        return target;
    }

    @Override
    public void close() {
        http.close();
    }
}

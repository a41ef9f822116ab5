package io.jenkins.plugins.sastscan.config;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.HttpSession;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;

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
                .tokens(new SastAuthentication.Context(
                        address.toString(),
                        server.isAllowPlainHttp(),
                        http,
                        server.getAccess().getJobCredentialsId(),
                        run));
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

    public TokenSource tokens() {
        return tokens;
    }

    public SastService service() {
        return http.service(address, server.getUploadEncoding(), tokens);
    }

    public int retries() {
        return http.retries();
    }

    /** Says why the controller uploads although agents should; empty if agents can upload. */
    public Optional<String> obstacleForAgents() {
        if (server.getUploadFrom() == UploadFrom.AGENT && server.getAccess().keepsTokenFromAgents()) {
            return Optional.of("Uploading from the controller, because agents must not receive the access token of a"
                    + " SAST server with access rules");
        }
        return settings.proxy().forTarget(address.host()).hasCredentials()
                ? Optional.of("Uploading from the controller, because the proxy requires a user name and a password,"
                        + " which agents never receive")
                : Optional.empty();
    }

    @Override
    public void close() {
        http.close();
    }
}

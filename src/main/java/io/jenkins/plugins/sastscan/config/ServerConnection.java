package io.jenkins.plugins.sastscan.config;

import hudson.ProxyConfiguration;
import hudson.Util;
import hudson.model.Run;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.net.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import jenkins.model.Jenkins;

/** A connection from the controller to a SAST server. */
public final class ServerConnection {
    /** A recheck replaces this with the current configuration. */
    private volatile SastServer server;
    /** Whether this connection was created under access rules that keep the token on the controller. */
    private final boolean keptTokenAtStart;

    private final boolean openToAgents;
    private final SastClient client;

    /**
     * @param server a SAST server without configuration problems, as returned by {@link SastConfiguration#server}
     * @param run the build; null outside of builds. Without a build, nothing is retried.
     * @param retries receives each retry before the delay begins
     * @throws InvalidInputException if credentials are missing
     */
    public ServerConnection(SastServer server, Run<?, ?> run, Consumer<Retry> retries) {
        this.server = server;
        this.keptTokenAtStart = keepsToken(server);
        ServiceUrl url = server.address();
        ConnectionSettings settings = settings(server, run == null ? 0 : server.getRetries());
        this.openToAgents =
                settings.proxy().user().isEmpty() || !settings.proxy().isUsedFor(url.host());
        Authentication authentication = server.getAuthentication().resolve(server, run);
        this.client = SastClient.connect(url, authentication, settings, retries);
    }

    /** @throws InvalidInputException if a number is outside of its limits */
    static ConnectionSettings settings(SastServer server, int retries) {
        return new ConnectionSettings(
                new Timeouts(
                        Timeouts.DEFAULT.connect(),
                        Duration.ofSeconds(server.getReadTimeoutSeconds()),
                        Timeouts.DEFAULT.write()),
                retries,
                server.isNoProxy() ? ProxySettings.DIRECT : proxy(),
                new TrustedCertificates(server.getCertificates()),
                server.getUploadEncoding());
    }

    /** Tells from which machine and by which proxy the connection goes. */
    static String way(SastServer server) {
        ProxySettings proxy = server.isNoProxy() ? ProxySettings.DIRECT : proxy();
        String by = proxy.isUsedFor(server.address().host())
                ? "through the proxy " + proxy.host() + ":" + proxy.port()
                : "without a proxy";
        return "Tested from the controller, " + by + ".";
    }

    private static ProxySettings proxy() {
        ProxyConfiguration proxy = Jenkins.get().getProxy();
        if (proxy == null || Util.fixEmptyAndTrim(proxy.getName()) == null) {
            return ProxySettings.DIRECT;
        }
        SecretText password = new SecretText(Util.fixNull(Secret.toString(proxy.getSecretPassword())));
        return new ProxySettings(
                proxy.getName().strip(),
                proxy.getPort(),
                host -> proxy.createProxy(host) == Proxy.NO_PROXY,
                Optional.ofNullable(Util.fixEmptyAndTrim(proxy.getUserName())).map(name -> new User(name, password)));
    }

    /** Returns a text that changes when the URL or the account of the SAST server changes. It contains no secret. */
    static String account(SastServer server) {
        return String.join(
                "\n",
                server.getUrl(),
                server.getAccess().getJobCredentialsId(),
                server.getAuthentication().account());
    }

    /**
     * Checks that this connection is still up to date.
     *
     * @param current the SAST server with its current configuration
     * @throws InvalidInputException if the URL or the account has changed, or credentials are missing
     */
    public void recheck(SastServer current, Run<?, ?> run) {
        if (!account(current).equals(account(server))) {
            throw new InvalidInputException("The URL or the account of SAST server \"" + server.getName()
                    + "\" has changed since this submission started. Run the build again.");
        }
        current.getAuthentication().resolve(current, run);
        server = current;
    }

    public SastServer server() {
        return server;
    }

    public SastClient service() {
        return client;
    }

    /** Explains why the controller must upload; empty if agents can upload. */
    public Optional<String> obstacleForAgents() {
        if (keptTokenAtStart || keepsToken(server)) {
            return Optional.of("Uploading from the controller, because agents must not receive the access token of a"
                    + " SAST server with access rules");
        }
        return openToAgents
                ? Optional.empty()
                : Optional.of("Uploading from the controller, because the proxy requires a user name and a password,"
                        + " and agents never receive these for uploads");
    }

    private static boolean keepsToken(SastServer server) {
        return server.getUploadFrom() != UploadFrom.AGENT_DESPITE_RULES
                && server.getAccess().keepsTokenFromAgents();
    }
}

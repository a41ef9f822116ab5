package io.jenkins.plugins.sastscan.service;

import okhttp3.OkHttpClient;

/**
 * The HTTP connections of one run, for its token endpoint and its service alike. Close it after the last call, to let its
 * threads end; calls that are under way end as they would.
 */
public final class HttpSession implements AutoCloseable {
    private final OkHttpClient client;
    private final CallPolicy policy;
    private final Caller caller;

    public HttpSession(ConnectionSettings settings, CallPolicy policy) {
        this.client = HttpClients.create(settings);
        this.policy = policy;
        this.caller = new Caller(client, policy, CallClock.REAL);
    }

    /** Tokens of an OAuth 2.0 token endpoint. */
    public TokenSource tokens(OAuthSettings settings) {
        return TokenSource.oauth(settings, client, policy);
    }

    /** The operations of a service. */
    public SastService service(ServiceAddress address, UploadEncoding encoding, TokenSource tokens) {
        return new RestService(address, encoding, tokens, caller);
    }

    /** The number of retries so far, after temporary failures. */
    public int retries() {
        return caller.retries();
    }

    @Override
    public void close() {
        HttpClients.dispose(client);
    }
}

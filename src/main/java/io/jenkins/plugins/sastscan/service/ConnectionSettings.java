package io.jenkins.plugins.sastscan.service;

import java.util.Objects;

/** How calls are made: timeouts, proxy, retries and time limits. */
public record ConnectionSettings(Timeouts timeouts, ProxySettings proxy, CallPolicy policy) {
    /** The default timeouts and retries, without a proxy. */
    public static final ConnectionSettings DEFAULT =
            new ConnectionSettings(Timeouts.DEFAULT, ProxySettings.DIRECT, CallPolicy.DEFAULT);

    public ConnectionSettings {
        Objects.requireNonNull(timeouts);
        Objects.requireNonNull(proxy);
        Objects.requireNonNull(policy);
    }
}

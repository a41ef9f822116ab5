package io.jenkins.plugins.sastscan.service;

import java.util.Objects;

/**
 * How connections are made. Not serializable, since the proxy may have a password.
 *
 * @param proxy the proxy, or {@link ProxySettings#DIRECT}
 */
public record ConnectionSettings(Timeouts timeouts, ProxySettings proxy) {
    /** The usual timeouts and no proxy. */
    public static final ConnectionSettings DEFAULT = new ConnectionSettings(Timeouts.DEFAULT, ProxySettings.DIRECT);

    public ConnectionSettings {
        Objects.requireNonNull(timeouts);
        Objects.requireNonNull(proxy);
    }

    /** The same with another proxy. */
    public ConnectionSettings withProxy(ProxySettings other) {
        return new ConnectionSettings(timeouts, other);
    }
}

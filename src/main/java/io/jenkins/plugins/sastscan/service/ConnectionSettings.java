package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/**
 * How connections are made.
 *
 * @param connectTimeout how long connecting may take, TLS not included (up to 24 h)
 * @param readTimeout how long the service may be silent (up to 24 h); an upload's answer may take many minutes after its
 *     last byte, while short calls are bounded by their own deadline
 * @param writeTimeout how long the service may refuse to take further bytes (up to 24 h)
 * @param proxy the proxy, or {@link ProxySettings#DIRECT}
 */
public record ConnectionSettings(
        Duration connectTimeout, Duration readTimeout, Duration writeTimeout, ProxySettings proxy)
        implements Serializable {
    /** 30 seconds for connecting, 20 minutes of silence, 2 minutes for each write, no proxy. */
    public static final ConnectionSettings DEFAULT = new ConnectionSettings(
            Duration.ofSeconds(30), Duration.ofMinutes(20), Duration.ofMinutes(2), ProxySettings.DIRECT);

    private static final long serialVersionUID = 1;

    public ConnectionSettings {
        Duration longest = Duration.ofHours(24);
        Checks.span("connect time-out", connectTimeout, longest);
        Checks.span("read time-out", readTimeout, longest);
        Checks.span("write time-out", writeTimeout, longest);
        Objects.requireNonNull(proxy);
    }

    /** The same with another proxy. */
    public ConnectionSettings withProxy(ProxySettings other) {
        return new ConnectionSettings(connectTimeout, readTimeout, writeTimeout, other);
    }
}

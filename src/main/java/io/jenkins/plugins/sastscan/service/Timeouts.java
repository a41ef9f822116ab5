package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;
import java.time.Duration;

/**
 * How long a connection may stand still.
 *
 * @param connect how long connecting may take, TLS not included (up to 24 h)
 * @param read how long the service may be silent (up to 24 h); an upload's answer may take many minutes after its last
 *     byte, while short calls are bounded by their own deadline
 * @param write how long the service may refuse to take further bytes (up to 24 h)
 */
public record Timeouts(Duration connect, Duration read, Duration write) implements Serializable {
    /** 30 seconds for connecting, 20 minutes of silence, 2 minutes for each write. */
    public static final Timeouts DEFAULT =
            new Timeouts(Duration.ofSeconds(30), Duration.ofMinutes(20), Duration.ofMinutes(2));

    private static final long serialVersionUID = 1;

    public Timeouts {
        Duration longest = Duration.ofHours(24);
        Checks.span("connect timeout", connect, longest);
        Checks.span("read timeout", read, longest);
        Checks.span("write timeout", write, longest);
    }
}

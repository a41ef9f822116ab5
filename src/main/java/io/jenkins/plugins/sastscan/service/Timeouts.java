package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;
import java.time.Duration;

/**
 * The timeouts of a connection, each at most 24 hours.
 *
 * @param connect for connecting, without TLS
 * @param read for silence of the SAST server; after an upload it may take many minutes to respond
 * @param write for a SAST server that accepts no more data
 */
public record Timeouts(Duration connect, Duration read, Duration write) implements Serializable {
    /** 30 seconds for connecting, 20 minutes for reading, 2 minutes for writing. */
    public static final Timeouts DEFAULT =
            new Timeouts(Duration.ofSeconds(30), Duration.ofMinutes(20), Duration.ofMinutes(2));

    private static final long serialVersionUID = 1;

    public Timeouts {
        Duration max = Duration.ofHours(24);
        Checks.duration("connect timeout", connect, max);
        Checks.duration("read timeout", read, max);
        Checks.duration("write timeout", write, max);
    }
}

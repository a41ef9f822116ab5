package io.jenkins.plugins.sastscan.client;

import java.time.Duration;

/**
 * A time on this machine after which nothing more is sent.
 *
 * @param nanoTime the time, as of {@link System#nanoTime}; it has no meaning on another machine
 */
public record Deadline(long nanoTime) {
    public static Deadline after(long nanoTime, Duration delay) {
        return new Deadline(nanoTime + delay.toNanos());
    }

    public boolean isPassed() {
        return System.nanoTime() - nanoTime >= 0;
    }
}

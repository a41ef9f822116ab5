package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.http.CallClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only by sleeping, and sleeping that takes no time. */
public final class FakeClock implements CallClock {
    private final List<Duration> sleeps = new ArrayList<>();
    private double random = 1;
    private long nanos = Long.MAX_VALUE - 5;
    private Instant now = Instant.parse("2030-01-02T03:04:05Z");

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized void sleep(Duration time) {
        sleeps.add(time);
        pass(time);
    }

    @Override
    public synchronized double random() {
        return random;
    }

    public synchronized void random(double next) {
        random = next;
    }

    public synchronized void pass(Duration time) {
        nanos += time.toNanos();
        now = now.plus(time);
    }

    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }
}

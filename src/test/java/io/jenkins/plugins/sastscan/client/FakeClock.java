package io.jenkins.plugins.sastscan.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A clock that advances only when a call sleeps. Sleeping takes no real time. */
public class FakeClock implements Deadline.Clock {
    /** What the client takes for a random number. */
    public volatile double random = 1;

    private final List<Duration> sleeps = new ArrayList<>();
    private long nanos = Long.MAX_VALUE - 5;
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized void sleep(Duration time) throws InterruptedException {
        sleeps.add(time);
        pass(time);
    }

    @Override
    public double random() {
        return random;
    }

    public synchronized void pass(Duration time) {
        nanos += time.toNanos();
        now = now.plus(time);
    }

    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }
}

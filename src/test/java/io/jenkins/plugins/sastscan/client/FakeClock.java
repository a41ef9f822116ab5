package io.jenkins.plugins.sastscan.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A clock that advances only when a call sleeps. Sleeping takes no real time. */
public final class FakeClock implements Deadline.Clock {
    private final List<Duration> sleeps = new ArrayList<>();
    private long eventAt;
    private Runnable event;
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
        if (event != null && nanos - eventAt >= 0) {
            event.run();
            event = null;
        }
    }

    public synchronized void after(Duration time, Runnable what) {
        eventAt = nanos + time.toNanos();
        event = what;
    }

    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }
}

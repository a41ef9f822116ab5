package io.jenkins.plugins.sastscan.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A clock that advances only when a call sleeps. Sleeping takes no real time. */
public class FakeClock implements Deadline.Clock {
    /** What the client takes for a random number. */
    public volatile double random = 1;

    private final List<Duration> sleeps = new ArrayList<>();
    private long nanos = Long.MAX_VALUE - 5;
    private Duration jump = Duration.ZERO;

    /** When the next upload has started, only this time is left of its limit. */
    public FakeClock leave(Duration left) {
        jump = ConnectionSettings.UPLOAD_LIMIT.minus(left);
        return this;
    }

    @Override
    public synchronized long nanoTime() {
        long now = nanos;
        pass(jump);
        jump = Duration.ZERO;
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
    }

    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }
}

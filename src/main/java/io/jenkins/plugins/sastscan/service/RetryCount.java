package io.jenkins.plugins.sastscan.service;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** Time as calls see it, counting their pauses: after each of them a call is tried again. */
final class RetryCount implements Pace {
    private final Pace pace;
    private final AtomicInteger pauses = new AtomicInteger();

    RetryCount(Pace pace) {
        this.pace = pace;
    }

    int get() {
        return pauses.get();
    }

    @Override
    public long nanoTime() {
        return pace.nanoTime();
    }

    @Override
    public Instant now() {
        return pace.now();
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        pace.sleep(time);
        pauses.incrementAndGet();
    }

    @Override
    public double random() {
        return pace.random();
    }
}

package io.jenkins.plugins.sastscan.service.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Clock, sleep and jitter. */
public interface CallClock {
    CallClock REAL = new CallClock() {};

    /** Nanoseconds since an arbitrary moment. */
    default long nanoTime() {
        return System.nanoTime();
    }

    default Instant now() {
        return Instant.now();
    }

    default void sleep(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** A number from 0 to below 1, so that clients do not retry at the same time. */
    default double random() {
        return ThreadLocalRandom.current().nextDouble();
    }
}

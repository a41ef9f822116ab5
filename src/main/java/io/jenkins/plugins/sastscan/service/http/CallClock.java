package io.jenkins.plugins.sastscan.service.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Clock, sleep and jitter. */
public interface CallClock {
    CallClock REAL = new CallClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public void sleep(Duration time) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        }

        @Override
        public double random() {
            return ThreadLocalRandom.current().nextDouble();
        }
    };

    /** Nanoseconds since an arbitrary moment, as {@link System#nanoTime()}. */
    long nanoTime();

    Instant now();

    void sleep(Duration time) throws InterruptedException;

    /** A number from 0 to below 1, so that clients do not retry at the same time. */
    double random();
}

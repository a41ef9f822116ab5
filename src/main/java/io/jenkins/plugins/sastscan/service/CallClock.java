package io.jenkins.plugins.sastscan.service;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Time as calls see it. */
interface CallClock {
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

    /** Nanoseconds since some moment, never going back. */
    long nanoTime();

    /** The time of day. */
    Instant now();

    void sleep(Duration time) throws InterruptedException;

    /** A number from 0 to below 1, for waiting that does not beat in time with other clients. */
    double random();
}

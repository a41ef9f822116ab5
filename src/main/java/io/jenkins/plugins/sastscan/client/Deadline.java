package io.jenkins.plugins.sastscan.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A time limit that has begun.
 *
 * @param start a value of {@link Clock#nanoTime}, which has no meaning on another machine
 */
public record Deadline(Clock clock, Duration limit, long start) {
    public Deadline(Clock clock, Duration limit) {
        this(clock, limit, clock.nanoTime());
    }

    /** Returns zero if the time limit is exceeded. */
    public Duration remaining() {
        Duration left = limit.minusNanos(clock.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    public boolean isPassed() {
        return remaining().isZero();
    }

    /** Clock, sleep and jitter. */
    public interface Clock {
        Clock REAL = new Clock() {};

        default long nanoTime() {
            return System.nanoTime();
        }

        default void sleep(Duration time) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        }

        /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
        default double random() {
            return ThreadLocalRandom.current().nextDouble();
        }
    }
}

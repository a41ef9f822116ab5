package io.jenkins.plugins.sastscan.client.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Clock, sleep, jitter and deadlines. */
public interface CallClock {
    CallClock REAL = new CallClock() {};

    default long nanoTime() {
        return System.nanoTime();
    }

    default Instant now() {
        return Instant.now();
    }

    default void sleep(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
    default double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    /**
     * The time limit of a whole call.
     *
     * @param start a value of {@link CallClock#nanoTime}
     */
    record Deadline(CallClock clock, Duration limit, long start) {
        Deadline(CallClock clock, Duration limit) {
            this(clock, limit, clock.nanoTime());
        }

        /** Returns zero if the time limit is exceeded. */
        Duration remaining() {
            Duration left = limit.minusNanos(clock.nanoTime() - start);
            return left.isNegative() ? Duration.ZERO : left;
        }
    }
}

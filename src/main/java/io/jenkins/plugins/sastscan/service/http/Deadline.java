package io.jenkins.plugins.sastscan.service.http;

import java.time.Duration;

/**
 * The end of a whole call.
 *
 * @param limit the time limit from start to end
 * @param start in nanoseconds of the clock
 */
record Deadline(CallClock clock, Duration limit, long start) {
    /** A time limit that starts now. */
    Deadline(CallClock clock, Duration limit) {
        this(clock, limit, clock.nanoTime());
    }

    /** The remaining time, or zero. */
    Duration remaining() {
        Duration left = limit.minusNanos(clock.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Another time limit with the same start. */
    Deadline within(Duration other) {
        return new Deadline(clock, other, start);
    }
}

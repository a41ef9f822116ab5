package io.jenkins.plugins.sastscan.service.http;

import java.time.Duration;

/** The end of a whole call. */
final class Deadline {
    private final CallClock clock;
    private final Duration limit;
    private final long start;

    /** A time limit that starts now. */
    Deadline(CallClock clock, Duration limit) {
        this(clock, limit, clock.nanoTime());
    }

    private Deadline(CallClock clock, Duration limit, long start) {
        this.clock = clock;
        this.limit = limit;
        this.start = start;
    }

    /** The time limit from start to end. */
    Duration limit() {
        return limit;
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

    boolean isOver() {
        return remaining().isZero();
    }
}

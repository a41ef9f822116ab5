package io.jenkins.plugins.sastscan.service;

import java.time.Duration;

/** The moment when a whole call must be over. */
final class Deadline {
    private final CallClock pace;
    private final Duration whole;
    private final long start;

    Deadline(CallClock pace, Duration whole) {
        this(pace, whole, pace.nanoTime());
    }

    private Deadline(CallClock pace, Duration whole, long start) {
        this.pace = pace;
        this.whole = whole;
        this.start = start;
    }

    /** How long the call may take from beginning to end. */
    Duration whole() {
        return whole;
    }

    /** What is left of it, zero when it is over. */
    Duration remaining() {
        Duration left = whole.minusNanos(pace.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The moment so long after the beginning of this one. */
    Deadline within(Duration shorter) {
        return new Deadline(pace, shorter, start);
    }

    boolean isOver() {
        return remaining().isZero();
    }
}

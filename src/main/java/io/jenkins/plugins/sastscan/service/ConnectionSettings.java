package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** How calls are made: timeouts, proxy, retries and time limits. */
public record ConnectionSettings(Timeouts timeouts, ProxySettings proxy, CallPolicy policy) {
    /** The default timeouts and retries, without a proxy. */
    public static final ConnectionSettings DEFAULT =
            new ConnectionSettings(Timeouts.DEFAULT, ProxySettings.DIRECT, CallPolicy.DEFAULT);

    public ConnectionSettings withoutRetries() {
        return new ConnectionSettings(timeouts, proxy, policy.withRetries(0));
    }

    /**
     * The timeouts of a connection. Each is at most the time limit of an upload, because a longer one would have no effect.
     *
     * @param connect for connecting, without TLS
     * @param read how long the SAST server may send nothing; it may take many minutes to respond to an upload
     * @param write for a SAST server that accepts no more data
     */
    public record Timeouts(Duration connect, Duration read, Duration write) implements Serializable {
        public static final Timeouts DEFAULT =
                new Timeouts(Duration.ofSeconds(30), Duration.ofMinutes(20), Duration.ofMinutes(2));

        private static final long serialVersionUID = 1;

        public Timeouts {
            Duration max = CallPolicy.DEFAULT.uploadLimit();
            Checks.duration("connect timeout", connect, max);
            Checks.duration("read timeout", read, max);
            Checks.duration("write timeout", write, max);
        }
    }

    /**
     * Retries and time limits. A time limit includes all attempts of a call, the delays between them, and the renewal of a
     * token. The default retries outlast a restart of the SAST server of two minutes.
     *
     * @param retries maximum number of retries after temporary failures, 0 to 100
     * @param firstDelay before the first retry, doubled for each further one (at most 1 hour)
     * @param maxDelay maximum delay (at most 1 hour), unless the SAST server asks for more with {@code Retry-After}
     * @param shortLimit time limit of a call other than an upload, without the delays (at most 24 hours)
     * @param uploadLimit time limit of an upload (at most 7 days)
     */
    public record CallPolicy(
            int retries, Duration firstDelay, Duration maxDelay, Duration shortLimit, Duration uploadLimit) {
        public static final CallPolicy DEFAULT = new CallPolicy(
                9, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofHours(4));

        public CallPolicy {
            if (retries < 0 || retries > 100) {
                throw new InvalidInputException("The number of retries must be 0 to 100.");
            }
            Checks.duration("first delay", firstDelay, Duration.ofHours(1));
            Checks.duration("maximum delay", maxDelay, Duration.ofHours(1));
            Checks.duration("time limit for short calls", shortLimit, Duration.ofHours(24));
            Checks.duration("time limit for uploads", uploadLimit, Duration.ofDays(7));
        }

        public CallPolicy withRetries(int number) {
            return new CallPolicy(number, firstDelay, maxDelay, shortLimit, uploadLimit);
        }

        /** The longest delay before a retry, unless the SAST server asks for more. The first retry has number 1. */
        public Duration delay(int retry) {
            Duration delay = firstDelay;
            for (int doubled = 1; doubled < retry && delay.compareTo(maxDelay) < 0; doubled++) {
                delay = delay.multipliedBy(2);
            }
            return Collections.min(List.of(delay, maxDelay));
        }

        /** The longest delays before all retries together. */
        public Duration delays() {
            return IntStream.rangeClosed(1, retries).mapToObj(this::delay).reduce(Duration.ZERO, Duration::plus);
        }
    }
}

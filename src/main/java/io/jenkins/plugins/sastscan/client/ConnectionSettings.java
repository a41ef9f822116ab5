package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

public record ConnectionSettings(
        Timeouts timeouts, ProxySettings proxy, CallPolicy policy, TrustedCertificates certificates) {
    public static final ConnectionSettings DEFAULT =
            new ConnectionSettings(Timeouts.DEFAULT, ProxySettings.DIRECT, CallPolicy.DEFAULT);

    public ConnectionSettings(Timeouts timeouts, ProxySettings proxy, CallPolicy policy) {
        this(timeouts, proxy, policy, TrustedCertificates.NONE);
    }

    /**
     * Each timeout is at most the time limit of an upload, because a longer one would have no effect.
     *
     * @param connect maximum time to connect; on agents, this includes the TLS handshake
     * @param read maximum time without data from the SAST server, which may need many minutes to respond to an upload
     * @param write maximum time during which the SAST server accepts no data
     */
    public record Timeouts(Duration connect, Duration read, Duration write) implements Serializable {
        public static final Timeouts DEFAULT =
                new Timeouts(Duration.ofSeconds(30), Duration.ofMinutes(20), Duration.ofMinutes(2));

        private static final long serialVersionUID = 1;

        public Timeouts {
            check("connect timeout", connect);
            check("read timeout", read);
            check("write timeout", write);
        }

        private static void check(String name, Duration timeout) {
            Duration max = CallPolicy.DEFAULT.uploadLimit();
            if (timeout == null || timeout.compareTo(Duration.ZERO) <= 0 || timeout.compareTo(max) > 0) {
                throw new InvalidInputException(
                        "The " + name + " must be more than 0 and at most " + max.toSeconds() + " seconds.");
            }
        }
    }

    /**
     * The time limit of a call includes all attempts, the delays between attempts, and the renewal of a token. By
     * default, retries continue for at least two minutes, so that the SAST server has time to restart.
     *
     * @param retries maximum number of retries after temporary failures, 0 to 100
     * @param firstDelay the delay before the first retry, doubled for each further retry
     * @param maxDelay maximum delay before a retry; the SAST server can request a longer delay with {@code Retry-After}
     * @param shortLimit for calls other than an upload; the time limit of such a call is this duration plus
     *     {@link #delays}
     */
    public record CallPolicy(
            int retries, Duration firstDelay, Duration maxDelay, Duration shortLimit, Duration uploadLimit) {
        public static final CallPolicy DEFAULT = new CallPolicy(
                9, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofHours(4));

        public CallPolicy {
            if (retries < 0 || retries > 100) {
                throw new InvalidInputException("The number of retries must be 0 to 100.");
            }
        }

        public CallPolicy withRetries(int number) {
            return new CallPolicy(number, firstDelay, maxDelay, shortLimit, uploadLimit);
        }

        /** Returns the maximum delay before a retry; retries are numbered from 1. */
        public Duration delay(int retry) {
            // To prevent an overflow, the shift is at most 30 bits. Retry number 100 would need a shift of 99 bits.
            Duration doubled = firstDelay.multipliedBy(1L << Math.min(retry - 1, 30));
            return Collections.min(List.of(doubled, maxDelay));
        }

        /** Returns the sum of the maximum delays of all retries. */
        public Duration delays() {
            return IntStream.rangeClosed(1, retries).mapToObj(this::delay).reduce(Duration.ZERO, Duration::plus);
        }
    }
}

package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.Duration;

/**
 * Retries and time limits. A time limit includes all attempts of a call, the delays between them, and the renewal of a
 * token.
 *
 * @param retries maximum number of retries after temporary failures, 0 to 100
 * @param firstDelay before the first retry, doubled for each further one (at most 1 hour)
 * @param maxDelay maximum delay (at most 1 hour), unless the SAST server asks for more with {@code Retry-After}
 * @param shortLimit time limit of a call other than an upload (at most 24 hours)
 * @param uploadLimit time limit of an upload (at most 7 days)
 */
public record CallPolicy(
        int retries, Duration firstDelay, Duration maxDelay, Duration shortLimit, Duration uploadLimit) {
    /** 3 retries after at most 1, 2 and 4 seconds; 2 minutes for a short call, 4 hours for an upload. */
    public static final CallPolicy DEFAULT = new CallPolicy(
            3, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofHours(4));

    private static final int MAX_RETRIES = 100;

    public CallPolicy {
        checkRetries(retries);
        Checks.duration("first delay", firstDelay, Duration.ofHours(1));
        Checks.duration("maximum delay", maxDelay, Duration.ofHours(1));
        Checks.duration("time limit for short calls", shortLimit, Duration.ofHours(24));
        Checks.duration("time limit for uploads", uploadLimit, Duration.ofDays(7));
    }

    public CallPolicy withRetries(int number) {
        return new CallPolicy(number, firstDelay, maxDelay, shortLimit, uploadLimit);
    }

    /** @throws InvalidInputException if the number is outside of its limits */
    public static void checkRetries(int number) {
        if (number < 0 || number > MAX_RETRIES) {
            throw new InvalidInputException("The number of retries must be 0 to " + MAX_RETRIES + ".");
        }
    }
}

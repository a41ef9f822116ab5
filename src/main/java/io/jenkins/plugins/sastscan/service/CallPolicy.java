package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.Duration;

/**
 * How patient a call is. One deadline bounds a whole call: all its attempts, the waiting between them, and the renewal of
 * a token.
 *
 * @param retries how often a call is repeated after a failure that may pass, 0 to 100
 * @param firstBackOff waiting before the first repetition, doubled for each further one (up to 1 h)
 * @param longestBackOff upper bound of that waiting (up to 1 h); a service that asks for more by {@code Retry-After} gets it
 * @param shortDeadline how long any call but an upload may take (up to 24 h)
 * @param uploadDeadline how long an upload may take (up to 7 days)
 */
public record CallPolicy(
        int retries, Duration firstBackOff, Duration longestBackOff, Duration shortDeadline, Duration uploadDeadline) {
    /** 3 retries after 1, 2 and 4 seconds at most, 2 minutes for a short call, 4 hours for an upload. */
    public static final CallPolicy DEFAULT = new CallPolicy(
            3, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofHours(4));

    private static final int MOST_RETRIES = 100;

    public CallPolicy {
        if (retries < 0 || retries > MOST_RETRIES) {
            throw new InvalidInputException("The number of retries must be 0 to " + MOST_RETRIES + ".");
        }
        Checks.span("first back-off", firstBackOff, Duration.ofHours(1));
        Checks.span("longest back-off", longestBackOff, Duration.ofHours(1));
        Checks.span("deadline for short calls", shortDeadline, Duration.ofHours(24));
        Checks.span("deadline for uploads", uploadDeadline, Duration.ofDays(7));
    }
}

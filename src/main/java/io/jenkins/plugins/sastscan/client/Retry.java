package io.jenkins.plugins.sastscan.client;

/**
 * Describes the retry of a call.
 *
 * @param reason why the call is retried, such as {@code connection lost}; contains no external text
 * @param plan what the client does next, such as {@code retry 2 of 9 in 4.0 s}
 */
public record Retry(String reason, String plan) {
    public static final Retry AS_MULTIPART = new Retry("status 415", "sent again as multipart");
}

package io.jenkins.plugins.sastscan.service;

import java.time.Duration;

/** Figures as people read them. */
final class Words {
    private Words() {}

    /** A time span, to the second below two minutes, to the minute below two hours, to the hour beyond. */
    static String time(Duration span) {
        if (span.compareTo(Duration.ofMinutes(2)) < 0) {
            return span.compareTo(Duration.ofSeconds(2)) < 0
                    ? span.toMillis() + " milliseconds"
                    : span.toSeconds() + " seconds";
        }
        return span.compareTo(Duration.ofHours(2)) < 0 ? span.toMinutes() + " minutes" : span.toHours() + " hours";
    }
}

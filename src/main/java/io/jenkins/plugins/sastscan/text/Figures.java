package io.jenkins.plugins.sastscan.text;

import java.time.Duration;
import java.util.Locale;

/** Formats numbers for users, in the same way in every locale. A kB is 1000 bytes. */
public final class Figures {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};

    private Figures() {}

    /** Formats a number, for example {@code 15,460}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Formats a number and a noun, for example {@code 15,460 files} or {@code 1 file}. */
    public static String count(long number, String singular) {
        return count(number) + " " + singular + (number == 1 ? "" : "s");
    }

    /** Formats a size, for example {@code 104.2 MB}. */
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double amount = bytes;
        int unit = -1;
        // The format rounds 999.95 to 1000.0.
        while (amount >= 999.95) {
            amount /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
    }

    /** Formats a share, for example {@code 12.5%}. The result is never below 0% or above 100%. */
    public static String percent(long part, long whole) {
        double share = whole <= 0 ? 0 : Math.max(0, Math.min(1, (double) part / whole));
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }

    /** Formats a duration, for example {@code 1.6 s}, or {@code 12 ms} if the duration is below one second. */
    public static String time(long milliseconds) {
        return milliseconds < 1000 ? milliseconds + " ms" : String.format(Locale.ROOT, "%.1f s", milliseconds / 1000.0);
    }

    /** Formats a duration in one unit. For example, 180 seconds are {@code 3 minutes}, and 200 seconds stay seconds. */
    public static String words(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(2)) < 0) {
            return duration.toMillis() + " milliseconds";
        }
        long seconds = duration.toSeconds();
        if (seconds < 120 || seconds % 60 != 0) {
            return seconds + " seconds";
        }
        return seconds < 7200 || seconds % 3600 != 0 ? seconds / 60 + " minutes" : seconds / 3600 + " hours";
    }

    /** Formats a speed, for example {@code 51.3 MB/s}. */
    public static String rate(long bytes, Duration duration) {
        return bytes((long) (bytes * 1000.0 / Math.max(1, duration.toMillis()))) + "/s";
    }
}

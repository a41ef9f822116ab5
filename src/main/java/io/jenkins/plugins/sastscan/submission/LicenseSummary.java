package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.LicenseData;
import io.jenkins.plugins.sastscan.service.LicenseData.Quota;
import io.jenkins.plugins.sastscan.service.ServiceDate;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A one-line summary of a license for administrators.
 *
 * @param warning whether the license ends soon or has ended
 */
public record LicenseSummary(String text, boolean warning) {
    /** The number of days before its end from which a license has a warning. */
    static final int SOON_DAYS = 30;

    public static LicenseSummary of(LicenseData license, LocalDate today) {
        StringJoiner text = new StringJoiner(", ", "Connected. ", ".");
        text.add("Edition: " + license.edition().orElse("unknown"));
        text.add("users: " + quota(license.usage().users()));
        text.add("projects: " + quota(license.usage().projects()));
        text.add("languages: "
                + license.supportedLanguages().stream()
                        .filter(language -> language.supported().orElse(false))
                        .count());
        Optional<ServiceDate> end = license.validity().expirationDate();
        Optional<Long> days = end.flatMap(ServiceDate::day).map(day -> ChronoUnit.DAYS.between(today, day));
        text.add(expiry(end, days));
        return new LicenseSummary(PlainText.oneLine(text.toString()), days.isPresent() && days.get() < SOON_DAYS);
    }

    /** Says when a license ends, if that is soon or has happened. */
    public static Optional<String> ending(ServiceDate end, LocalDate today) {
        return end.day()
                .map(day -> ChronoUnit.DAYS.between(today, day))
                .filter(days -> days < SOON_DAYS)
                .map(days -> expiry(Optional.of(end), Optional.of(days)));
    }

    private static String expiry(Optional<ServiceDate> end, Optional<Long> days) {
        if (days.isEmpty()) {
            return "license ends: " + end.map(ServiceDate::text).orElse("unknown");
        }
        if (days.get() < 0) {
            return "the license ended " + Figures.count(-days.get(), "day") + " ago";
        }
        return "the license ends in " + Figures.count(days.get(), "day");
    }

    private static String quota(Quota quota) {
        return quota.current().map(Figures::count).orElse("?") + " of "
                + quota.max().map(Figures::count).orElse("?");
    }
}

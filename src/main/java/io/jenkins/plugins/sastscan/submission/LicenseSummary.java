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
 * A one-line summary of a license for administrators. Leaves out what the SAST server does not tell.
 *
 * @param warning whether the license ends soon or has ended
 */
public record LicenseSummary(String text, boolean warning) {
    /** The number of days before its end from which a license has a warning. */
    static final int SOON_DAYS = 30;

    public static LicenseSummary of(LicenseData license, LocalDate today) {
        StringJoiner text = new StringJoiner(", ", "Connected. ", ".").setEmptyValue("Connected.");
        license.edition().ifPresent(edition -> text.add("Edition: " + edition));
        quota(license.usage().users()).ifPresent(users -> text.add("users: " + users));
        quota(license.usage().projects()).ifPresent(projects -> text.add("projects: " + projects));
        long languages = license.supportedLanguages().stream()
                .filter(language -> language.supported().orElse(false))
                .count();
        if (languages > 0) {
            text.add("languages: " + languages);
        }
        Optional<ServiceDate> end = license.validity().expirationDate();
        Optional<Long> days = end.flatMap(ServiceDate::day).map(day -> ChronoUnit.DAYS.between(today, day));
        end.ifPresent(date -> text.add(days.map(LicenseSummary::expiry).orElse("license ends: " + date.text())));
        return new LicenseSummary(PlainText.oneLine(text.toString()), days.isPresent() && days.get() < SOON_DAYS);
    }

    /** Says when a license ends, if that is soon or has happened. */
    public static Optional<String> ending(ServiceDate end, LocalDate today) {
        return end.day()
                .map(day -> ChronoUnit.DAYS.between(today, day))
                .filter(days -> days < SOON_DAYS)
                .map(LicenseSummary::expiry);
    }

    private static String expiry(long days) {
        return days < 0
                ? "the license ended " + Figures.count(-days, "day") + " ago"
                : "the license ends in " + Figures.count(days, "day");
    }

    /** Returns what the SAST server tells of a quota. */
    private static Optional<String> quota(Quota quota) {
        Optional<String> current = quota.current().map(Figures::count);
        Optional<String> max = quota.max().map(Figures::count);
        return current.isPresent() && max.isPresent()
                ? Optional.of(current.get() + " of " + max.get())
                : current.or(() -> max.map(most -> "at most " + most));
    }
}

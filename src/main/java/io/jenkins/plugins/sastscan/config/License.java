package io.jenkins.plugins.sastscan.config;

import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** What administrators are told about the license of a SAST server. */
record License(ResponseValues values) {
    /** A warning appears if the license or a certificate ends in fewer than this number of days. */
    static final int SOON_DAYS = 30;

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("[M/d/uuuu][uuuu-MM-dd]", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    /** Reads the license. Returns an empty value if the account is not allowed to read it. */
    static Optional<License> read(SastClient client) throws ServiceException, InterruptedException {
        try {
            return Optional.of(new License(client.license()));
        } catch (ServiceException e) {
            if (e.status() == 403) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Tells whether the response has at least one value of a license. */
    boolean isKnown() {
        return values.toMap().values().stream()
                .anyMatch(value -> !List.of().equals(value) && !Map.of().equals(value));
    }

    /** Returns a text such as {@code Edition: Full, the license ends in 100 days}; it can be empty. */
    String summary(LocalDate today) {
        StringJoiner text = new StringJoiner(", ");
        values.text("edition").ifPresent(edition -> text.add("Edition: " + edition));
        values.text("expirationDate")
                .ifPresent(date -> text.add(daysLeft(today).map(License::expiry).orElse("license ends: " + date)));
        return PlainText.oneLine(text.toString());
    }

    /** Returns a text such as {@code the license ends in 3 days} if fewer than {@value #SOON_DAYS} days are left. */
    Optional<String> ending(LocalDate today) {
        return daysLeft(today).filter(days -> days < SOON_DAYS).map(License::expiry);
    }

    private Optional<Long> daysLeft(LocalDate today) {
        return values.text("expirationDate").flatMap(License::day).map(day -> ChronoUnit.DAYS.between(today, day));
    }

    private static String expiry(long days) {
        return days < 0
                ? "the license ended " + Figures.count(-days, "day") + " ago"
                : "the license ends in " + Figures.count(days, "day");
    }

    /** Parses {@code 12/31/2026} or {@code 2026-12-31}, each with or without a time. */
    static Optional<LocalDate> day(String date) {
        try {
            return Optional.of(LocalDate.parse(date.strip().split("[T\\s]", 2)[0], DAY));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}

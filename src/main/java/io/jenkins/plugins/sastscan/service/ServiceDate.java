package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.http.JsonFields;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A date as the SAST server returns it, and its day if the format is {@code M/D/YYYY} or ISO 8601. */
public record ServiceDate(String text, Optional<LocalDate> day) {
    private static final Pattern MONTH_DAY_YEAR = Pattern.compile("(\\d{1,2})/(\\d{1,2})/(\\d{4})(?:\\s.*)?");
    private static final Pattern ISO = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})(?:[T\\s].*)?");

    public static ServiceDate of(String text) {
        String trimmed = text.strip();
        Matcher american = MONTH_DAY_YEAR.matcher(trimmed);
        if (american.matches()) {
            return new ServiceDate(text, day(american.group(3), american.group(1), american.group(2)));
        }
        Matcher iso = ISO.matcher(trimmed);
        return new ServiceDate(text, iso.matches() ? day(iso.group(1), iso.group(2), iso.group(3)) : Optional.empty());
    }

    static Optional<ServiceDate> of(JsonFields json, String name) {
        return json.text(name).filter(text -> !text.isBlank()).map(ServiceDate::of);
    }

    private static Optional<LocalDate> day(String year, String month, String day) {
        try {
            return Optional.of(LocalDate.of(Integer.parseInt(year), Integer.parseInt(month), Integer.parseInt(day)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}

package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.http.JsonFields;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Optional;

/** A date as the SAST server returns it, and its day if the format is {@code M/D/YYYY} or ISO 8601. */
public record ServiceDate(String text, Optional<LocalDate> day) {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("[M/d/uuuu][uuuu-MM-dd]", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    public static ServiceDate of(String text) {
        String withoutTime = text.strip().split("[T\\s]", 2)[0];
        try {
            return new ServiceDate(text, Optional.of(LocalDate.parse(withoutTime, DAY)));
        } catch (DateTimeException e) {
            return new ServiceDate(text, Optional.empty());
        }
    }

    static Optional<ServiceDate> of(JsonFields json, String name) {
        return json.text(name).filter(text -> !text.isBlank()).map(ServiceDate::of);
    }
}

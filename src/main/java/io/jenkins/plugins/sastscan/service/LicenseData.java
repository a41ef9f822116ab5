package io.jenkins.plugins.sastscan.service;

import java.util.List;
import java.util.Optional;

/** The server's license data (operation 1); empty is what the service left out. */
public record LicenseData(
        Optional<String> edition,
        Optional<String> hardwareId,
        Validity validity,
        Limits limits,
        Usage usage,
        List<Language> supportedLanguages) {

    public LicenseData {
        supportedLanguages = List.copyOf(supportedLanguages);
    }

    /** Until when the license and its open-source analysis (OSA) are valid, and whether the latter is enabled. */
    public record Validity(
            Optional<ServiceDate> expirationDate,
            Optional<ServiceDate> osaExpirationDate,
            Optional<Boolean> osaEnabled) {}

    /** Limits as the service words them, mostly numbers. */
    public record Limits(Optional<String> linesOfCode, Optional<String> concurrentScans) {}

    /** How much of the license is in use. */
    public record Usage(Quota users, Quota auditUsers, Quota projects) {}

    /** How many there are, and how many there may be. */
    public record Quota(Optional<Long> current, Optional<Long> max) {}

    /** A programming language, and whether the license covers it. */
    public record Language(String name, Optional<Boolean> supported) {}
}

package io.jenkins.plugins.sastscan.service;

import java.util.List;
import java.util.Optional;

/** The license of a SAST server (operation 1). Values that it omits are empty. */
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

    /** When the license and its open-source analysis (OSA) expire, and whether OSA is enabled. */
    public record Validity(
            Optional<ServiceDate> expirationDate,
            Optional<ServiceDate> osaExpirationDate,
            Optional<Boolean> osaEnabled) {}

    /** Limits as the SAST server returns them, mostly numbers. */
    public record Limits(Optional<String> linesOfCode, Optional<String> concurrentScans) {}

    /** The usage of the license. */
    public record Usage(Quota users, Quota auditUsers, Quota projects) {}

    /** The number in use, and the maximum. */
    public record Quota(Optional<Long> current, Optional<Long> max) {}

    /** A programming language, and whether the license covers it. */
    public record Language(String name, Optional<Boolean> supported) {}
}

package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.http.JsonFields;
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

    static LicenseData of(JsonFields json) {
        return new LicenseData(
                json.text("edition"),
                json.text("hid"),
                new Validity(
                        ServiceDate.of(json, "expirationDate"),
                        ServiceDate.of(json, "osaExpirationDate"),
                        json.flag("isOsaEnabled")),
                new Limits(json.text("maxLOC"), json.text("maxConcurrentScans")),
                new Usage(
                        new Quota(json.number("currentUsers"), json.number("maxUsers")),
                        new Quota(json.number("currentAuditUsers"), json.number("maxAuditUsers")),
                        new Quota(json.number("currentProjectsCount"), json.number("projectsAllowed"))),
                json.objects("supportedLanguages").stream()
                        .flatMap(each -> each.text("language").stream()
                                .map(name -> new Language(name, each.flag("isSupported"))))
                        .toList());
    }

    /** When the license and its open-source analysis (OSA) expire, and whether OSA is enabled. */
    public record Validity(
            Optional<ServiceDate> expirationDate,
            Optional<ServiceDate> osaExpirationDate,
            Optional<Boolean> osaEnabled) {}

    /** Limits as the SAST server returns them, mostly numbers. */
    public record Limits(Optional<String> linesOfCode, Optional<String> concurrentScans) {}

    public record Usage(Quota users, Quota auditUsers, Quota projects) {}

    /** The number in use, and the maximum. */
    public record Quota(Optional<Long> current, Optional<Long> max) {}

    /** A programming language, and whether the license covers it. */
    public record Language(String name, Optional<Boolean> supported) {}
}

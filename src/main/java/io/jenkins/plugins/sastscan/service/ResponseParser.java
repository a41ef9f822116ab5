package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.http.JsonFields;
import java.util.Optional;

/** Converts responses to values. {@code docs/service.md} lists the names of the fields. */
final class ResponseParser {
    private ResponseParser() {}

    static LicenseData license(JsonFields json) {
        return new LicenseData(
                json.text("edition"),
                json.text("hid"),
                new LicenseData.Validity(
                        date(json, "expirationDate"), date(json, "osaExpirationDate"), json.flag("isOsaEnabled")),
                new LicenseData.Limits(json.text("maxLOC"), json.text("maxConcurrentScans")),
                new LicenseData.Usage(
                        quota(json, "currentUsers", "maxUsers"),
                        quota(json, "currentAuditUsers", "maxAuditUsers"),
                        quota(json, "currentProjectsCount", "projectsAllowed")),
                json.objects("supportedLanguages").stream()
                        .flatMap(language -> language
                                .text("language")
                                .map(name -> new LicenseData.Language(name, language.flag("isSupported")))
                                .stream())
                        .toList());
    }

    private static LicenseData.Quota quota(JsonFields json, String current, String max) {
        return new LicenseData.Quota(json.number(current), json.number(max));
    }

    static BranchingStatus branchingStatus(JsonFields json) {
        return new BranchingStatus(
                json.number("id"),
                new BranchingStatus.Original(
                        json.number("originalProjectId"),
                        json.text("originalProjectName"),
                        json.number("branchedOnScanId")),
                json.number("branchedProjectId"),
                status(json),
                date(json, "timestamp"),
                json.text("comment"));
    }

    /** Either a text, or an object with ID and value. */
    private static BranchingStatus.Status status(JsonFields json) {
        Optional<JsonFields> object = json.object("status");
        return new BranchingStatus.Status(
                object.flatMap(status -> status.number("id")),
                object.map(status -> status.text("value")).orElseGet(() -> json.text("status")),
                json.text("errorMessage"));
    }

    static QueryKey.Version query(JsonFields json) {
        return new QueryKey.Version(json.number("queryId"), json.number("queryVersionCode"));
    }

    static ProjectGitSettings gitSettings(JsonFields json) {
        return new ProjectGitSettings(
                json.text("url"),
                json.text("branch"),
                json.flag("useSsh"),
                json.object("link").map(link -> new ProjectGitSettings.Link(link.text("rel"), link.text("uri"))));
    }

    private static Optional<ServiceDate> date(JsonFields json, String name) {
        return json.text(name).filter(text -> !text.isBlank()).map(ServiceDate::of);
    }
}

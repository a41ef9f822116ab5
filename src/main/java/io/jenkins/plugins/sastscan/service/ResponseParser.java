package io.jenkins.plugins.sastscan.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Makes values of answers; the names of the fields are in {@code docs/service.md}. */
final class ResponseParser {
    private ResponseParser() {}

    static LicenseData license(JsonNode json) {
        JsonFields f = new JsonFields(json);
        return new LicenseData(
                f.text("edition"),
                f.text("hid"),
                new LicenseData.Validity(f.date("expirationDate"), f.date("osaExpirationDate"), f.flag("isOsaEnabled")),
                new LicenseData.Limits(f.text("maxLOC"), f.text("maxConcurrentScans")),
                new LicenseData.Usage(
                        new LicenseData.Quota(f.number("currentUsers"), f.number("maxUsers")),
                        new LicenseData.Quota(f.number("currentAuditUsers"), f.number("maxAuditUsers")),
                        new LicenseData.Quota(f.number("currentProjectsCount"), f.number("projectsAllowed"))),
                f.objects("supportedLanguages").stream()
                        .flatMap(language -> language
                                .text("language")
                                .map(name -> new LicenseData.Language(name, language.flag("isSupported")))
                                .stream())
                        .toList());
    }

    static BranchingStatus branchingStatus(JsonNode json) {
        JsonFields f = new JsonFields(json);
        return new BranchingStatus(
                f.number("id"),
                new BranchingStatus.Original(
                        f.number("originalProjectId"), f.text("originalProjectName"), f.number("branchedOnScanId")),
                f.number("branchedProjectId"),
                status(f),
                f.date("timestamp"),
                f.text("comment"));
    }

    /** Either a text or an object of id and value. */
    private static BranchingStatus.Status status(JsonFields f) {
        boolean object = f.isObject("status");
        JsonFields status = f.object("status");
        return new BranchingStatus.Status(
                object ? status.number("id") : Optional.empty(),
                object ? status.text("value") : f.text("status"),
                f.text("errorMessage"));
    }

    static QueryVersion query(JsonNode json) {
        JsonFields f = new JsonFields(json);
        return new QueryVersion(f.number("queryId"), f.number("queryVersionCode"));
    }

    static ProjectGitSettings gitSettings(JsonNode json) {
        JsonFields f = new JsonFields(json);
        JsonFields link = f.object("link");
        return new ProjectGitSettings(
                f.text("url"),
                f.text("branch"),
                f.flag("useSsh"),
                f.isObject("link")
                        ? Optional.of(new ProjectGitSettings.Link(link.text("rel"), link.text("uri")))
                        : Optional.empty());
    }
}

package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.http.JsonFields;
import java.util.Optional;

/** The branching status of a project (operation 2). Values that the SAST server omits are empty. */
public record BranchingStatus(
        Optional<Long> id,
        Original original,
        Optional<Long> branchedProjectId,
        Status status,
        Optional<ServiceDate> timestamp,
        Optional<String> comment) {
    static BranchingStatus of(JsonFields json) {
        // Either a text, or an object with ID and value.
        Optional<JsonFields> status = json.object("status");
        return new BranchingStatus(
                json.number("id"),
                new Original(
                        json.number("originalProjectId"),
                        json.text("originalProjectName"),
                        json.number("branchedOnScanId")),
                json.number("branchedProjectId"),
                new Status(
                        status.flatMap(object -> object.number("id")),
                        status.map(object -> object.text("value")).orElseGet(() -> json.text("status")),
                        json.text("errorMessage")),
                ServiceDate.of(json, "timestamp"),
                json.text("comment"));
    }

    /** The project and scan that the branch was created from. */
    public record Original(Optional<Long> projectId, Optional<String> projectName, Optional<Long> scanId) {}

    /** For example {@code Started}, {@code InProgress}, {@code Completed} or {@code Failed}, with the error message. */
    public record Status(Optional<Long> id, Optional<String> value, Optional<String> errorMessage) {}
}

package io.jenkins.plugins.sastscan.service;

import java.util.Optional;

/** How the branching of a project stands (operation 2); empty is what the service left out. */
public record BranchingStatus(
        Optional<Long> id,
        Original original,
        Optional<Long> branchedProjectId,
        Status status,
        Optional<ServiceDate> timestamp,
        Optional<String> comment) {

    /** What was branched: a project at a scan. */
    public record Original(Optional<Long> projectId, Optional<String> projectName, Optional<Long> scanId) {}

    /** A state such as {@code Started}, {@code InProgress}, {@code Completed} or {@code Failed}, and what failed. */
    public record Status(Optional<Long> id, Optional<String> value, Optional<String> errorMessage) {}
}

package io.jenkins.plugins.sastscan.service;

import java.util.Optional;

/** The branching status of a project (operation 2). Values that the SAST server omits are empty. */
public record BranchingStatus(
        Optional<Long> id,
        Original original,
        Optional<Long> branchedProjectId,
        Status status,
        Optional<ServiceDate> timestamp,
        Optional<String> comment) {
    /** The project and scan that the branch was created from. */
    public record Original(Optional<Long> projectId, Optional<String> projectName, Optional<Long> scanId) {}

    /** For example {@code Started}, {@code InProgress}, {@code Completed} or {@code Failed}, with the error message. */
    public record Status(Optional<Long> id, Optional<String> value, Optional<String> errorMessage) {}
}

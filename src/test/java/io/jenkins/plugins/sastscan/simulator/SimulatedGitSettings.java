package io.jenkins.plugins.sastscan.simulator;

import java.util.Map;
import java.util.Optional;

/**
 * The Git settings of a project, as last written.
 *
 * @param writtenBy {@link SimulatedOperation#WRITE_GIT} or {@link SimulatedOperation#WRITE_GIT_SSH}
 * @param fields just the fields that were sent, by their names in the contract; the binary private key of the SSH
 *     variant as ISO-8859-1
 */
public record SimulatedGitSettings(SimulatedOperation writtenBy, Map<String, String> fields) {
    public String url() {
        return fields.get("url");
    }

    public String branch() {
        return fields.get("branch");
    }

    public Optional<String> userName() {
        return Optional.ofNullable(fields.get("userName"));
    }

    public Optional<String> password() {
        return Optional.ofNullable(fields.get("password"));
    }

    public Optional<String> privateKey() {
        return Optional.ofNullable(fields.get("privateKey"));
    }

    /** Whether the repository is reached over SSH. */
    public boolean useSsh() {
        return writtenBy == SimulatedOperation.WRITE_GIT_SSH || "ssh".equals(fields.get("authentication"));
    }
}

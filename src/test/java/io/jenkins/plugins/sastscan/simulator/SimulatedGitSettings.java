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

    public Optional<String> authentication() {
        return field("authentication");
    }

    public Optional<String> userName() {
        return field("userName");
    }

    public Optional<String> password() {
        return field("password");
    }

    public Optional<String> pat() {
        return field("pat");
    }

    public Optional<String> privateKey() {
        return field("privateKey");
    }

    /** Whether the repository is reached over SSH. */
    public boolean useSsh() {
        return writtenBy == SimulatedOperation.WRITE_GIT_SSH
                || authentication().filter("ssh"::equals).isPresent();
    }

    private Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    @Override
    public String toString() {
        return writtenBy + " " + fields.keySet();
    }
}

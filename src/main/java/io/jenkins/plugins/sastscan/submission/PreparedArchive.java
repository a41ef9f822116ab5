package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import java.io.Serializable;
import java.util.Objects;

/**
 * An archive that is ready to be uploaded.
 *
 * @param file its path on the machine where it lies
 * @param temporary whether it was made for this submission and goes with it
 */
public record PreparedArchive(String file, ArchiveFacts facts, boolean temporary) implements Serializable {
    private static final long serialVersionUID = 1;

    public PreparedArchive {
        Objects.requireNonNull(file);
        Objects.requireNonNull(facts);
    }
}

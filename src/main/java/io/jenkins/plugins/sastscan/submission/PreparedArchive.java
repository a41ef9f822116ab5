package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import java.io.Serializable;
import java.util.Objects;

/**
 * An archive that is ready for upload.
 *
 * @param file its path on the machine that has it
 * @param temporary whether it was created for this submission and is deleted afterwards
 */
public record PreparedArchive(String file, ArchiveFacts facts, boolean temporary) implements Serializable {
    private static final long serialVersionUID = 1;

    public PreparedArchive {
        Objects.requireNonNull(file);
        Objects.requireNonNull(facts);
    }

    /** Returns what an upload sends. */
    public UploadAttempt.Archive checked() {
        return new UploadAttempt.Archive(file, facts.archiveBytes(), facts.bodyBytes(), facts.sha256());
    }

    /** Returns the path of its manifest, if it has one. */
    public String manifest() {
        return Manifest.of(file);
    }
}

package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.submission.git.GitPlan;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;

/**
 * What a submission does, in this order: upload, write Git settings, force the next scan. At least one of them is
 * required.
 *
 * @param skipUnchanged whether to skip the upload if the last upload had the same files
 * @param failOnWarnings whether warnings about the archive fail the submission before the upload
 */
public record SubmissionPlan(
        ProjectId projectId,
        Optional<Source> upload,
        Optional<GitPlan> git,
        boolean forceScan,
        boolean skipUnchanged,
        boolean failOnWarnings) {
    public SubmissionPlan {
        if (upload.isEmpty() && git.isEmpty() && !forceScan) {
            throw new InvalidInputException(
                    "Nothing to do: upload, Git settings and force scan are all disabled. Enable at least one of them.");
        }
        if (skipUnchanged && upload.isPresent() && !(upload.get() instanceof Source.Files)) {
            throw new InvalidInputException(
                    "An existing archive is always uploaded. Disable skipUnchanged, or archive a directory.");
        }
    }
}

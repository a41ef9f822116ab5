package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;

/**
 * What one submission shall do, in this order: upload source, write Git settings, exclude the next scheduled scan from
 * the "no code changes" detection. Each can be left out, but not all.
 *
 * @param projectId the project's id, positive
 */
public record SubmissionPlan(long projectId, Optional<Source> upload, Optional<GitPlan> git, boolean forceScan) {
    public SubmissionPlan {
        ProjectId.check(projectId);
        if (upload.isEmpty() && git.isEmpty() && !forceScan) {
            throw new InvalidInputException(
                    "Nothing is to be done: upload, Git settings and force scan are all switched off.");
        }
    }
}

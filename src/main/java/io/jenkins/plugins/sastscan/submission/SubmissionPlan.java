package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.build.git.GitPlan;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;

/**
 * What a submission does, in this order: upload, write Git settings, force the next scan. At least one of these actions
 * is required.
 */
public record SubmissionPlan(
        ProjectId projectId,
        Optional<Source> upload,
        Optional<GitPlan> git,
        boolean forceScan,
        Submission.Options options) {
    public SubmissionPlan {
        if (upload.isEmpty() && git.isEmpty() && !forceScan) {
            throw new InvalidInputException(
                    "Nothing to do: upload, Git settings and force scan are all disabled. Enable at least one of them.");
        }
        if (options.isSkipUnchanged()) {
            upload.ifPresent(SubmissionPlan::requireFiles);
        }
    }

    public static void requireFiles(Source source) {
        if (!(source instanceof Source.Files)) {
            throw new InvalidInputException(
                    "An existing archive is always uploaded. Disable skipUnchanged, or archive a directory.");
        }
    }
}

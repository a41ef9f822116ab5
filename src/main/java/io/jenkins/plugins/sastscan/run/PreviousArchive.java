package io.jenkins.plugins.sastscan.run;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import java.util.Comparator;
import java.util.Optional;

/**
 * The archive that a job submitted last to a project.
 *
 * @param build the number of the build
 */
record PreviousArchive(long archiveBytes, int build) {
    /** Each build is loaded from disk. */
    private static final int MAX_BUILDS = 10;

    /** Finds it in the builds before a build. If the build submitted several archives, the smallest counts. */
    static Optional<PreviousArchive> of(Run<?, ?> run, SubmissionReport submission) {
        Run<?, ?> before = run.getPreviousBuild();
        for (int i = 0; before != null && i < MAX_BUILDS; i++) {
            int number = before.getNumber();
            Optional<PreviousArchive> found = Optional.ofNullable(before.getAction(SubmissionsAction.class)).stream()
                    .flatMap(action -> action.getSubmissions().stream())
                    .filter(other -> other.isUploaded()
                            && other.getArchive() != null
                            && other.getServer().equals(submission.getServer())
                            && other.getProjectId().equals(submission.getProjectId()))
                    .map(other -> new PreviousArchive(other.getArchive().getArchiveBytes(), number))
                    .min(Comparator.comparingLong(PreviousArchive::archiveBytes));
            if (found.isPresent()) {
                return found;
            }
            before = before.getPreviousBuild();
        }
        return Optional.empty();
    }
}

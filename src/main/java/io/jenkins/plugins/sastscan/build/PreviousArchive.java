package io.jenkins.plugins.sastscan.build;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/** The size of an archive from the last build that uploaded to a project, and the number of that build. */
record PreviousArchive(long archiveBytes, int build) {
    /** The search for archives ends after this number of builds, because each build is loaded from disk. */
    private static final int MAX_BUILDS = 10;

    /**
     * Returns the archive of the last build that uploaded to the same project. If that build uploaded several archives,
     * the smallest is returned.
     */
    static Optional<PreviousArchive> of(Run<?, ?> run, SubmissionReport submission) {
        return find(
                run,
                submission,
                (before, uploads) -> uploads.stream()
                        .map(upload -> new PreviousArchive(upload.getArchive().getArchiveBytes(), before.getNumber()))
                        .min(Comparator.comparingLong(PreviousArchive::archiveBytes)));
    }

    /**
     * Calls {@code wanted} for up to {@value #MAX_BUILDS} earlier builds, latest first, with each build's uploads to
     * the project of {@code submission}. Returns the first value that {@code wanted} finds.
     */
    static <T> Optional<T> find(
            Run<?, ?> run,
            SubmissionReport submission,
            BiFunction<Run<?, ?>, List<SubmissionReport>, Optional<T>> wanted) {
        Run<?, ?> before = run.getPreviousBuild();
        for (int i = 0; before != null && i < MAX_BUILDS; i++) {
            List<SubmissionReport> uploads = before.getActions(SubmissionsAction.class).stream()
                    .flatMap(action -> action.getSubmissions().stream())
                    .filter(other -> other.isUploaded()
                            && other.getArchive() != null
                            && other.getServer().equals(submission.getServer())
                            && Objects.equals(other.getProjectId(), submission.getProjectId()))
                    .toList();
            Optional<T> found = wanted.apply(before, uploads);
            if (found.isPresent()) {
                return found;
            }
            before = before.getPreviousBuild();
        }
        return Optional.empty();
    }
}

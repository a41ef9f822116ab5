package io.jenkins.plugins.sastscan.build.project;

/**
 * A submission of a build.
 *
 * @param id identifies the submission, even after a restart of Jenkins
 * @param job the full name of the job
 * @param build the number of the build
 * @param root the full name of the job whose build started this build; differs from {@code job} for a matrix cell
 * @param started the start of the build, or of the whole matrix build, in milliseconds since 1970
 */
public record Submitter(String id, String job, int build, String root, long started) {
    /** Describes this submission to users of another build, who may have no access to this job. */
    String nameFor(Submitter other) {
        if (!job.equals(other.job)) {
            return "another job";
        }
        return build == other.build ? "another step of this build" : "build #" + build + " of this job";
    }

    /** Whether both are submissions of one build or of one matrix build. */
    boolean isInSameBuildAs(Submitter other) {
        return root.equals(other.root) && build == other.build && started == other.started && !id.equals(other.id);
    }
}

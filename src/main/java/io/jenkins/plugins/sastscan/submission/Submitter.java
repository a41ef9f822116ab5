package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ServiceUrl;

/**
 * A build that submits to a project.
 *
 * @param target a digest that identifies the project and its SAST server
 * @param job the full name of the job
 */
public record Submitter(String target, String job, int build) {
    public static Submitter of(ServiceUrl server, ProjectId project, String job, int build) {
        return new Submitter(Checksums.shortDigest(server + " " + project), job, build);
    }

    /** Describes this build to users of another build, who may have no access to this job. */
    String nameFor(Submitter other) {
        if (!job.equals(other.job)) {
            return "another job";
        }
        return build == other.build ? "another step of this build" : "build #" + build + " of this job";
    }
}

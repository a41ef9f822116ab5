package io.jenkins.plugins.sastscan.build;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.model.AbstractBuild;
import hudson.model.Job;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords;
import java.time.InstantSource;
import java.util.Optional;
import jenkins.model.Jenkins;
import org.springframework.security.access.AccessDeniedException;

/** The project records of this controller. */
@Extension
public final class Projects {
    private final ProjectRecords records =
            new ProjectRecords(Jenkins.get().getRootDir().toPath(), InstantSource.system());

    public static ProjectRecords records() {
        return ExtensionList.lookupSingleton(Projects.class).records;
    }

    /** Returns the job of a submission, if it still exists and the user may read it. */
    public static Optional<Job<?, ?>> job(Submitter by) {
        try {
            return Optional.ofNullable(Jenkins.get().getItemByFullName(by.job()))
                    .filter(item -> item instanceof Job)
                    .map(item -> (Job<?, ?>) item);
        } catch (AccessDeniedException e) {
            return Optional.empty();
        }
    }

    /** Returns the build of a submission, if it still exists and the user may read it. */
    public static Optional<Run<?, ?>> build(Submitter by) {
        // A job that was created again can have another build with this number.
        return job(by).<Run<?, ?>>map(job -> job.getBuildByNumber(by.build()))
                .filter(run -> submitter(run, by.id()).equals(by));
    }

    /** @param id identifies the submission, even after a restart of Jenkins */
    static Submitter submitter(Run<?, ?> run, String id) {
        Run<?, ?> root = run instanceof AbstractBuild<?, ?> build ? build.getRootBuild() : run;
        return new Submitter(
                id,
                run.getParent().getFullName(),
                run.getNumber(),
                root.getParent().getFullName(),
                root.getStartTimeInMillis());
    }
}

package io.jenkins.plugins.sastscan.build;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.model.AbstractBuild;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords;
import io.jenkins.plugins.sastscan.build.project.Submitter;
import java.time.Clock;
import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** The project records of this controller. */
@Extension
@Restricted(NoExternalUse.class)
public final class Projects {
    private final ProjectRecords records =
            new ProjectRecords(Jenkins.get().getRootDir().toPath(), Clock.systemUTC());

    public static ProjectRecords records() {
        return ExtensionList.lookupSingleton(Projects.class).records;
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

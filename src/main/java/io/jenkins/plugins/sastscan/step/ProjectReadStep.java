package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import org.kohsuke.stapler.DataBoundSetter;

/** A step that reads from a project. */
public abstract class ProjectReadStep extends ReadStep {
    private static final long serialVersionUID = 1;

    private String projectId;

    ProjectReadStep(String projectId) {
        setProjectId(projectId);
    }

    @Override
    public final String getProjectId() {
        if (projectId == null) {
            // A step from an earlier plugin version must not use the default project.
            throw new InvalidInputException(
                    "This step began in an earlier version of the plugin. Run the build again.");
        }
        return projectId;
    }

    /** This setter makes the ID optional in pipelines. The constructor allows {@code sastGitSettings('42')}. */
    @DataBoundSetter
    public final void setProjectId(String projectId) {
        this.projectId = Util.fixNull(projectId).strip();
    }
}

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
            // An earlier plugin version stored this step. The missing ID does not mean the default project.
            throw new InvalidInputException(
                    "This step began in an earlier version of the plugin. Run the build again.");
        }
        return projectId;
    }

    /**
     * This setter lets pipelines omit the project ID. The constructor lets pipelines pass the ID as the only argument.
     */
    @DataBoundSetter
    public final void setProjectId(String projectId) {
        this.projectId = Util.fixNull(projectId).strip();
    }
}

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
            // An earlier plugin version stored this step. Null does not mean the default project.
            throw new InvalidInputException(
                    "This step began in an earlier version of the plugin. Run the build again.");
        }
        return projectId;
    }

    /**
     * With the setter, pipelines can omit the project ID. With the constructor, {@code sastGitSettings('42')} is valid.
     */
    @DataBoundSetter
    public final void setProjectId(String projectId) {
        this.projectId = Util.fixNull(projectId).strip();
    }
}

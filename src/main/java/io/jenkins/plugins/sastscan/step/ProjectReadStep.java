package io.jenkins.plugins.sastscan.step;

import hudson.Util;
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
        return projectId;
    }

    /** A setter as well as an argument of the constructor, so that it is optional and can be the only argument. */
    @DataBoundSetter
    public final void setProjectId(String projectId) {
        this.projectId = Util.fixNull(projectId).strip();
    }
}

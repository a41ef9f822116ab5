package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import org.kohsuke.stapler.DataBoundSetter;

/** A step that reads from a project. */
public abstract class ProjectReadStep extends ReadStep {
    private static final long serialVersionUID = 1;

    /** This setter makes the ID optional in pipelines. The constructor allows {@code sastGitSettings('42')}. */
    @DataBoundSetter
    private String projectId;

    ProjectReadStep(String projectId) {
        this.projectId = projectId;
    }

    @Override
    public final String getProjectId() {
        return Util.fixNull(projectId);
    }
}

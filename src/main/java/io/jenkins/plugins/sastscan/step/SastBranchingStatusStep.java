package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import io.jenkins.plugins.sastscan.run.BuildContext;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ResponseValues;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/** The pipeline step {@code sastBranchingStatus}: reads the branching status of a project. */
public class SastBranchingStatusStep extends ReadStep {
    private static final long serialVersionUID = 1;

    private String projectId;

    /** @param projectId also a setter, so that it is optional and can be the only argument */
    @DataBoundConstructor
    public SastBranchingStatusStep(String projectId) {
        this.projectId = Util.fixNull(projectId).strip();
    }

    @Override
    public String getProjectId() {
        return projectId;
    }

    @DataBoundSetter
    public void setProjectId(String projectId) {
        this.projectId = Util.fixNull(projectId).strip();
    }

    @Override
    ResponseValues read(SastService service, BuildContext build, ProjectId project)
            throws ServiceException, InterruptedException {
        return service.branchingStatus(project);
    }

    @Extension
    public static class DescriptorImpl extends SastStepDescriptor {
        public DescriptorImpl() {
            super("sastBranchingStatus", Messages::SastBranchingStatusStep_displayName);
        }
    }
}

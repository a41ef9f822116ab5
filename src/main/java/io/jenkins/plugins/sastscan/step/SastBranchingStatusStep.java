package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import io.jenkins.plugins.sastscan.run.BuildContext;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ResponseValues;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import org.kohsuke.stapler.DataBoundConstructor;

/** The pipeline step {@code sastBranchingStatus}: reads the branching status of a project. */
public class SastBranchingStatusStep extends ProjectReadStep {
    private static final long serialVersionUID = 1;

    @DataBoundConstructor
    public SastBranchingStatusStep(String projectId) {
        super(projectId);
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

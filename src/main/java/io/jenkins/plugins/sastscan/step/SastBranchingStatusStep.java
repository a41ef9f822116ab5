package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;
import org.kohsuke.stapler.DataBoundConstructor;

/** The pipeline step {@code sastBranchingStatus}: reads the branching status of a project. */
public class SastBranchingStatusStep extends ReadStep {
    private static final long serialVersionUID = 1;

    private final String projectId;

    @DataBoundConstructor
    public SastBranchingStatusStep(String server, String projectId) {
        super(server);
        this.projectId = Util.fixNull(projectId).strip();
    }

    public String getProjectId() {
        return projectId;
    }

    @Override
    public StepExecution start(StepContext context) {
        return reading(
                context,
                projectId,
                (service, build, project) -> service.branchingStatus(project).toMap());
    }

    @Extension
    public static class DescriptorImpl extends PlainStepDescriptor {
        public DescriptorImpl() {
            super("sastBranchingStatus", Messages::SastBranchingStatusStep_displayName);
        }
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;
import org.kohsuke.stapler.DataBoundConstructor;

/** The pipeline step {@code sastLicense}: reads the license of a SAST server. */
public class SastLicenseStep extends ReadStep {
    private static final long serialVersionUID = 1;

    @DataBoundConstructor
    public SastLicenseStep(String server) {
        super(server);
    }

    @Override
    public StepExecution start(StepContext context) {
        return reading(
                context, null, (service, build, project) -> service.license().toMap());
    }

    @Extension
    public static class DescriptorImpl extends PlainStepDescriptor {
        public DescriptorImpl() {
            super("sastLicense", Messages::SastLicenseStep_displayName);
        }
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import org.kohsuke.stapler.DataBoundConstructor;

/** The pipeline step {@code sastLicense}: reads the license of a SAST server. */
public final class SastLicenseStep extends ReadStep {
    private static final long serialVersionUID = 1;

    /** Scripts can write {@code sastLicense('main')}. Because the server also has a setter, they can omit it. */
    @DataBoundConstructor
    public SastLicenseStep(String server) {
        this.server = server;
    }

    @Override
    ResponseValues read(SastClient service, BuildContext build, ProjectId project)
            throws ServiceException, InterruptedException {
        return service.license();
    }

    @Extension
    public static class DescriptorImpl extends SastStepDescriptor {
        public DescriptorImpl() {
            super("sastLicense", Messages::SastLicenseStep_displayName);
        }
    }
}

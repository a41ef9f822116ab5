package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import org.kohsuke.stapler.DataBoundConstructor;

/** The pipeline step {@code sastGitSettings}: reads the Git settings of a project. */
public class SastGitSettingsStep extends ProjectReadStep {
    private static final long serialVersionUID = 1;

    @DataBoundConstructor
    public SastGitSettingsStep(String projectId) {
        super(projectId);
    }

    @Override
    ResponseValues read(SastClient service, BuildContext build, ProjectId project)
            throws ServiceException, InterruptedException {
        return service.gitSettings(project).with("url", GitUrl::shown);
    }

    @Extension
    public static class DescriptorImpl extends SastStepDescriptor {
        public DescriptorImpl() {
            super("sastGitSettings", Messages::SastGitSettingsStep_displayName);
        }
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import io.jenkins.plugins.sastscan.run.BuildContext;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ResponseValues;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.submission.git.GitUrl;
import org.kohsuke.stapler.DataBoundConstructor;

/** The pipeline step {@code sastGitSettings}: reads the Git settings of a project. */
public class SastGitSettingsStep extends ProjectReadStep {
    private static final long serialVersionUID = 1;

    @DataBoundConstructor
    public SastGitSettingsStep(String projectId) {
        super(projectId);
    }

    @Override
    ResponseValues read(SastService service, BuildContext build, ProjectId project)
            throws ServiceException, InterruptedException {
        return service.gitSettings(project).with(GitUrl::shown, "url");
    }

    @Extension
    public static class DescriptorImpl extends SastStepDescriptor {
        public DescriptorImpl() {
            super("sastGitSettings", Messages::SastGitSettingsStep_displayName);
        }
    }
}

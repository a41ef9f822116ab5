package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import io.jenkins.plugins.sastscan.submission.GitUrl;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;
import org.kohsuke.stapler.DataBoundConstructor;

/** The pipeline step {@code sastGitSettings}: reads the Git settings of a project. */
public class SastGitSettingsStep extends ReadStep {
    private static final long serialVersionUID = 1;

    private final String projectId;

    @DataBoundConstructor
    public SastGitSettingsStep(String server, String projectId) {
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
                (service, build, project) ->
                        service.gitSettings(project).with(GitUrl::shown, "url").toMap());
    }

    @Extension
    public static class DescriptorImpl extends PlainStepDescriptor {
        public DescriptorImpl() {
            super("sastGitSettings", Messages::SastGitSettingsStep_displayName);
        }
    }
}

package io.jenkins.plugins.sastscan.jenkins;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.model.AbstractProject;
import hudson.tasks.BuildStepDescriptor;
import hudson.tasks.Builder;
import io.jenkins.plugins.sastscan.step.SastStepDescriptor;
import java.util.List;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.kohsuke.stapler.DataBoundConstructor;

/** Tests use this build step to show and submit the form of a pipeline step. */
public final class StepHost extends Builder {
    private final Step step;

    @DataBoundConstructor
    public StepHost(Step step) {
        this.step = step;
    }

    public Step getStep() {
        return step;
    }

    @Extension
    public static final class DescriptorImpl extends BuildStepDescriptor<Builder> {
        @Override
        @SuppressWarnings("rawtypes") // same signature as in core
        public boolean isApplicable(Class<? extends AbstractProject> jobType) {
            return true;
        }

        /** Returns only the steps of this plugin. A form with all steps would be slow, and too large to submit. */
        public List<SastStepDescriptor> getSteps() {
            return ExtensionList.lookup(SastStepDescriptor.class);
        }

        @Override
        public String getDisplayName() {
            return "Host of a pipeline step";
        }
    }
}

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

/** A build step that holds a pipeline step, so that the form of the step can be shown, submitted and read back. */
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
        @SuppressWarnings("rawtypes") // as the method of core has it
        public boolean isApplicable(Class<? extends AbstractProject> jobType) {
            return true;
        }

        /** Only those of this plugin: forms of all would make a page that is slow, and too large to be sent. */
        public List<SastStepDescriptor> getSteps() {
            return ExtensionList.lookup(SastStepDescriptor.class);
        }

        @Override
        public String getDisplayName() {
            return "Host of a pipeline step";
        }
    }
}

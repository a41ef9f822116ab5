package io.jenkins.plugins.sastscan.jenkins;

import hudson.Extension;
import hudson.model.AbstractProject;
import hudson.tasks.BuildStepDescriptor;
import hudson.tasks.Builder;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jvnet.hudson.test.JenkinsRule;
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

    /** Opens the form of a step in a job and saves it unchanged; answers with what was saved. */
    public static <S extends Step> S roundTrip(JenkinsRule jenkins, S step) throws Exception {
        var job = jenkins.createFreeStyleProject();
        job.getBuildersList().add(new StepHost(step));
        Forms.roundTrip(jenkins, job);
        @SuppressWarnings("unchecked")
        S saved = (S)
                step.getClass().cast(job.getBuildersList().get(StepHost.class).getStep());
        return saved;
    }

    @Extension
    public static final class DescriptorImpl extends BuildStepDescriptor<Builder> {
        @Override
        @SuppressWarnings("rawtypes") // as the method of core has it
        public boolean isApplicable(Class<? extends AbstractProject> jobType) {
            return true;
        }

        @Override
        public String getDisplayName() {
            return "Host of a pipeline step";
        }
    }
}

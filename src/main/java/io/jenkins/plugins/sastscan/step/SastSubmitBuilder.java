package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.Extension;
import hudson.Launcher;
import hudson.model.AbstractBuild;
import hudson.model.AbstractProject;
import hudson.model.BuildListener;
import hudson.model.Result;
import hudson.tasks.BuildStepDescriptor;
import hudson.tasks.Builder;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.ReportedRun;
import io.jenkins.plugins.sastscan.build.ScanRequest;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Map;
import jenkins.model.Jenkins;
import org.jenkinsci.Symbol;
import org.jenkinsci.plugins.structs.describable.CustomDescribableModel;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/** The build step for freestyle jobs and other jobs with build steps. Pipelines use {@link SastSubmitStep}. */
public class SastSubmitBuilder extends Builder {
    @DataBoundSetter
    public String server = "";

    @DataBoundSetter
    public String projectId = "";

    @DataBoundSetter
    public Boolean upload = true;

    @DataBoundSetter
    public SourceSettings source = new SourceSettings();

    @DataBoundSetter
    public GitSettings git;

    @DataBoundSetter
    public Boolean forceScan = true;

    @DataBoundSetter
    public boolean skipUnchanged;

    @DataBoundSetter
    public OnWarnings onWarnings = OnWarnings.CONTINUE;

    @DataBoundSetter
    public boolean dryRun;

    @DataBoundSetter
    public boolean manifest;

    @DataBoundSetter
    public boolean unstableOnFailure;

    @DataBoundConstructor
    public SastSubmitBuilder() {}

    /** XStream calls no constructor. A value that is missing in {@code config.xml} means the default value. */
    private Object readResolve() {
        return ScriptArguments.withDefaults(this, new SastSubmitBuilder());
    }

    @Override
    public boolean perform(AbstractBuild<?, ?> build, Launcher launcher, BuildListener listener)
            throws InterruptedException, IOException {
        try {
            ScanRequest request = new ScanRequest(
                    server,
                    projectId,
                    SourceSettings.request(upload, source, manifest),
                    GitSettings.request(git),
                    forceScan,
                    skipUnchanged,
                    onWarnings,
                    dryRun);
            ReportedRun.run(BuildContext.of(build, listener), request, null);
        } catch (AbortException e) {
            if (!unstableOnFailure || e.getCause() instanceof InvalidInputException) {
                throw e;
            }
            listener.error(e.getMessage());
            build.setResult(Result.UNSTABLE);
        }
        return true;
    }

    /** Uses the form and the help of the pipeline step. */
    @Extension
    @Symbol("sastSubmit")
    public static final class DescriptorImpl extends BuildStepDescriptor<Builder> implements CustomDescribableModel {
        @Override
        public String getHelpFile() {
            return Jenkins.get().getDescriptorOrDie(SastSubmitStep.class).getHelpFile();
        }

        @Override
        public String getDisplayName() {
            return Messages.SastSubmitStep_displayName();
        }

        @Override
        @SuppressWarnings("rawtypes") // same signature as in core
        public boolean isApplicable(Class<? extends AbstractProject> jobType) {
            return true;
        }

        @Override
        public Map<String, Object> customInstantiate(Map<String, Object> arguments) {
            return ScriptArguments.checked("sastSubmit", clazz, arguments);
        }
    }
}

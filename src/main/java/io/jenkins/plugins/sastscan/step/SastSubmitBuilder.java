package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.Extension;
import hudson.FilePath;
import hudson.Launcher;
import hudson.Util;
import hudson.model.AbstractBuild;
import hudson.model.AbstractProject;
import hudson.model.BuildListener;
import hudson.model.Result;
import hudson.tasks.BuildStepDescriptor;
import hudson.tasks.Builder;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.ReportedRun;
import io.jenkins.plugins.sastscan.build.ScanRequest;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import jenkins.model.Jenkins;
import org.jenkinsci.Symbol;
import org.jenkinsci.plugins.structs.describable.CustomDescribableModel;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/**
 * The build step for freestyle jobs and other jobs with build steps. Pipelines use {@link SastSubmitStep}. The fields are
 * such that a value missing in {@code config.xml} means the default value: XStream calls no constructor.
 */
public class SastSubmitBuilder extends Builder implements ScanRequest {
    @DataBoundSetter
    private String server;

    @DataBoundSetter
    private String projectId;

    @DataBoundSetter
    private Boolean upload;

    @DataBoundSetter
    private SourceSettings source;

    @DataBoundSetter
    private GitSettings git;

    @DataBoundSetter
    private Boolean forceScan;

    @DataBoundSetter
    private boolean skipUnchanged;

    @DataBoundSetter
    private OnWarnings onWarnings;

    @DataBoundSetter
    private boolean dryRun;

    @DataBoundSetter
    private boolean manifest;

    @DataBoundSetter
    private boolean unstableOnFailure;

    @DataBoundConstructor
    public SastSubmitBuilder() {}

    @Override
    public String getServer() {
        return Util.fixNull(server);
    }

    @Override
    public String getProjectId() {
        return Util.fixNull(projectId);
    }

    public boolean isUpload() {
        return upload == null || upload;
    }

    public SourceSettings getSource() {
        return source == null ? new SourceSettings() : source;
    }

    @Override
    public Optional<Source> source(BinaryOperator<String> expander) {
        return isUpload() ? Optional.of(getSource().source(expander, manifest)) : Optional.empty();
    }

    @Override
    public GitSettings getGit() {
        return git;
    }

    @Override
    public boolean isForceScan() {
        return forceScan == null || forceScan;
    }

    @Override
    public boolean isSkipUnchanged() {
        return skipUnchanged;
    }

    @Override
    public OnWarnings getOnWarnings() {
        return onWarnings == null ? OnWarnings.CONTINUE : onWarnings;
    }

    @Override
    public boolean isDryRun() {
        return dryRun;
    }

    @Override
    public boolean isManifest() {
        return manifest;
    }

    public boolean isUnstableOnFailure() {
        return unstableOnFailure;
    }

    @Override
    public boolean perform(AbstractBuild<?, ?> build, Launcher launcher, BuildListener listener)
            throws InterruptedException, IOException {
        FilePath workspace = build.getWorkspace();
        Boundary boundary = workspace == null ? null : BuildContext.boundary(workspace.getRemote(), List.of());
        BuildContext context =
                new BuildContext(build, workspace, boundary, build.getEnvironment(listener), listener, null, "");
        try {
            Map<String, Object> result = ReportedRun.run(context, this, null);
            getOnWarnings().reasonForUnstable(result).ifPresent(reason -> {
                listener.getLogger().println(reason);
                build.setResult(Result.UNSTABLE);
            });
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
            return Messages.SastSubmit_displayName();
        }

        @Override
        @SuppressWarnings("rawtypes") // same signature as in core
        public boolean isApplicable(Class<? extends AbstractProject> jobType) {
            return true;
        }

        @Override
        public Map<String, Object> customInstantiate(Map<String, Object> arguments) {
            ScriptArguments.check("sastSubmit", clazz, arguments);
            return ScriptArguments.converted(arguments);
        }
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.ReportedRun;
import io.jenkins.plugins.sastscan.build.ScanRequest;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/** The pipeline step {@code sastSubmit}. Running pipelines store it, so do not rename its fields. */
public class SastSubmitStep extends SastStep implements ScanRequest {
    private static final long serialVersionUID = 1;

    @DataBoundSetter
    private String server;

    @DataBoundSetter
    private String projectId;

    @DataBoundSetter
    private boolean upload = true;

    @DataBoundSetter
    private SourceSettings source;

    @DataBoundSetter
    private GitSettings git;

    @DataBoundSetter
    private boolean forceScan = true;

    @DataBoundSetter
    private boolean skipUnchanged;

    @DataBoundSetter
    private OnWarnings onWarnings;

    @DataBoundSetter
    private boolean dryRun;

    @DataBoundSetter
    private boolean manifest;

    @DataBoundConstructor
    public SastSubmitStep() {}

    @Override
    public String getServer() {
        return Util.fixNull(server);
    }

    @Override
    public String getProjectId() {
        return Util.fixNull(projectId);
    }

    public boolean isUpload() {
        return upload;
    }

    public SourceSettings getSource() {
        return source == null ? new SourceSettings() : source;
    }

    @Override
    public Optional<Source> source(BinaryOperator<String> expander) {
        return upload ? Optional.of(getSource().source(expander, manifest)) : Optional.empty();
    }

    @Override
    public GitSettings getGit() {
        return git;
    }

    @Override
    public boolean isForceScan() {
        return forceScan;
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

    @Override
    Map<String, Object> run(BuildContext build, String id) throws IOException, InterruptedException {
        return ReportedRun.run(build, this, id);
    }

    @Extension
    public static class DescriptorImpl extends SastStepDescriptor {
        public DescriptorImpl() {
            super("sastSubmit", Messages::SastSubmit_displayName);
        }

        /** Returns a step with the default values, for the form. */
        public SastSubmitStep getDefaults() {
            return new SastSubmitStep();
        }
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.ReportedRun;
import io.jenkins.plugins.sastscan.build.ScanRequest;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import java.io.IOException;
import java.util.Map;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/** The pipeline step {@code sastSubmit}. Running pipelines store it, so do not rename its fields. */
public class SastSubmitStep extends SastStep implements ScanRequest {
    private static final long serialVersionUID = 1;

    private String server = "";
    private String projectId = "";
    private boolean upload = true;
    private SourceSettings source = new SourceSettings();
    private GitSettings git;
    private boolean forceScan = true;
    private boolean skipUnchanged;
    private OnWarnings onWarnings;
    private boolean dryRun;
    private boolean manifest;

    @DataBoundConstructor
    public SastSubmitStep() {}

    @Override
    public String getServer() {
        return server;
    }

    @DataBoundSetter
    public void setServer(String server) {
        this.server = Util.fixNull(server).strip();
    }

    @Override
    public String getProjectId() {
        return projectId;
    }

    @DataBoundSetter
    public void setProjectId(String projectId) {
        this.projectId = Util.fixNull(projectId).strip();
    }

    @Override
    public boolean isUpload() {
        return upload;
    }

    @DataBoundSetter
    public void setUpload(boolean upload) {
        this.upload = upload;
    }

    public SourceSettings getSource() {
        return source;
    }

    @Override
    public SourceRequest requestedSource() {
        return source;
    }

    @DataBoundSetter
    public void setSource(SourceSettings source) {
        this.source = source == null ? new SourceSettings() : source;
    }

    public GitSettings getGit() {
        return git;
    }

    @Override
    public GitRequest requestedGit() {
        return git;
    }

    @DataBoundSetter
    public void setGit(GitSettings git) {
        this.git = git;
    }

    @Override
    public boolean isForceScan() {
        return forceScan;
    }

    @DataBoundSetter
    public void setForceScan(boolean forceScan) {
        this.forceScan = forceScan;
    }

    @Override
    public boolean isSkipUnchanged() {
        return skipUnchanged;
    }

    @DataBoundSetter
    public void setSkipUnchanged(boolean skipUnchanged) {
        this.skipUnchanged = skipUnchanged;
    }

    @Override
    public OnWarnings getOnWarnings() {
        return onWarnings == null ? OnWarnings.CONTINUE : onWarnings;
    }

    @DataBoundSetter
    public void setOnWarnings(OnWarnings onWarnings) {
        this.onWarnings = onWarnings;
    }

    @Override
    public boolean isDryRun() {
        return dryRun;
    }

    @DataBoundSetter
    public void setDryRun(boolean dryRun) {
        this.dryRun = dryRun;
    }

    @Override
    public boolean isManifest() {
        return manifest;
    }

    @DataBoundSetter
    public void setManifest(boolean manifest) {
        this.manifest = manifest;
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

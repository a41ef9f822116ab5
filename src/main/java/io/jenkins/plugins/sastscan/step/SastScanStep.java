package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import io.jenkins.plugins.sastscan.run.BuildSubmission;
import io.jenkins.plugins.sastscan.run.ScanRequest;
import java.io.Serializable;
import java.util.Optional;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/** The pipeline step {@code sastScan}. Running pipelines store it, so do not rename its fields. */
public class SastScanStep extends Step implements Serializable {
    private static final long serialVersionUID = 1;

    private final String server;
    private final String projectId;
    private boolean upload = true;
    private SourceSettings source = new SourceSettings();
    private GitSettings git;
    private boolean forceScan = true;
    private boolean skipUnchanged;
    private boolean dryRun;
    private boolean manifest;

    @DataBoundConstructor
    public SastScanStep(String server, String projectId) {
        this.server = Util.fixNull(server).strip();
        this.projectId = Util.fixNull(projectId).strip();
    }

    public String getServer() {
        return server;
    }

    public String getProjectId() {
        return projectId;
    }

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

    @DataBoundSetter
    public void setSource(SourceSettings source) {
        this.source = source == null ? new SourceSettings() : source;
    }

    public GitSettings getGit() {
        return git;
    }

    @DataBoundSetter
    public void setGit(GitSettings git) {
        this.git = git;
    }

    public boolean isForceScan() {
        return forceScan;
    }

    @DataBoundSetter
    public void setForceScan(boolean forceScan) {
        this.forceScan = forceScan;
    }

    public boolean isSkipUnchanged() {
        return skipUnchanged;
    }

    @DataBoundSetter
    public void setSkipUnchanged(boolean skipUnchanged) {
        this.skipUnchanged = skipUnchanged;
    }

    public boolean isDryRun() {
        return dryRun;
    }

    @DataBoundSetter
    public void setDryRun(boolean dryRun) {
        this.dryRun = dryRun;
    }

    public boolean isManifest() {
        return manifest;
    }

    @DataBoundSetter
    public void setManifest(boolean manifest) {
        this.manifest = manifest;
    }

    @Override
    public StepExecution start(StepContext context) {
        ScanRequest request = new ScanRequest(
                server,
                projectId,
                upload ? Optional.of(source.request(manifest)) : Optional.empty(),
                Optional.ofNullable(git).map(GitSettings::request),
                forceScan,
                skipUnchanged,
                dryRun);
        return new ResumableExecution(context, this, (build, id) -> new BuildSubmission(build, id).run(request));
    }

    @Extension
    public static class DescriptorImpl extends PlainStepDescriptor {
        public DescriptorImpl() {
            super("sastScan", Messages::SastScan_displayName);
        }
    }
}

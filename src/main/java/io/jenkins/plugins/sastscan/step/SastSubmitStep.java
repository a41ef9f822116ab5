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
public class SastSubmitStep extends SastStep {
    private static final long serialVersionUID = 1;

    @DataBoundSetter
    public String server;

    @DataBoundSetter
    public String projectId = "";

    @DataBoundSetter
    public boolean upload = true;

    @DataBoundSetter
    public SourceSettings source = new SourceSettings();

    @DataBoundSetter
    public GitSettings git;

    @DataBoundSetter
    public boolean forceScan = true;

    @DataBoundSetter
    public boolean skipUnchanged;

    @DataBoundSetter
    public OnWarnings onWarnings = OnWarnings.CONTINUE;

    @DataBoundSetter
    public boolean dryRun;

    @DataBoundSetter
    public boolean manifest;

    /** Scripts can write {@code sastSubmit('main')}. Because the server also has a setter, they can omit it. */
    @DataBoundConstructor
    public SastSubmitStep(String server) {
        this.server = Util.fixNull(server);
    }

    @Override
    Map<String, Object> run(BuildContext build, String id) throws IOException, InterruptedException {
        ScanRequest request = new ScanRequest(
                server,
                projectId,
                SourceSettings.request(upload, source, manifest),
                GitSettings.request(git),
                forceScan,
                skipUnchanged,
                onWarnings == null ? OnWarnings.CONTINUE : onWarnings,
                dryRun);
        return ReportedRun.run(build, request, id);
    }

    @Extension
    public static class DescriptorImpl extends SastStepDescriptor {
        /** Returns a step with the default values, for the form. */
        public SastSubmitStep getDefaults() {
            return new SastSubmitStep("");
        }
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import hudson.model.Item;
import hudson.util.ComboBoxModel;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.config.FieldCheck;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.verb.POST;

/** The pipeline step {@code sastQuery}: looks up the ID and version code of a query. */
public class SastQueryStep extends ReadStep {
    private static final long serialVersionUID = 1;

    public final String language;

    public final String queryName;

    @DataBoundSetter
    public String severity = DescriptorImpl.DEFAULT_SEVERITY;

    @DataBoundConstructor
    public SastQueryStep(String language, String queryName) {
        this.language = Util.fixNull(language).strip();
        this.queryName = Util.fixNull(queryName).strip();
    }

    @Override
    ResponseValues read(SastClient service, BuildContext build, ProjectId project)
            throws ServiceException, InterruptedException {
        return service.query(
                build.expand("language", language),
                build.expand("severity", Util.fixNull(severity).isBlank() ? DescriptorImpl.DEFAULT_SEVERITY : severity),
                build.expand("queryName", queryName));
    }

    @Extension
    @Restricted(NoExternalUse.class)
    public static class DescriptorImpl extends SastStepDescriptor {
        public static final String DEFAULT_SEVERITY = SastClient.SEVERITIES.get(0);

        public DescriptorImpl() {
            super("sastQuery", Messages::SastQueryStep_displayName);
        }

        /** A combo box, not a list, because newer SAST servers may support other severities. */
        @POST
        public ComboBoxModel doFillSeverityItems(@AncestorInPath Item item) {
            FieldCheck.requireConfigurer(item);
            return new ComboBoxModel(SastClient.SEVERITIES.toArray(String[]::new));
        }
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import hudson.model.Item;
import hudson.util.ComboBoxModel;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.Failures;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.config.FieldCheck;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.verb.POST;

/** A step that reads from a SAST server. Running pipelines store it, so do not rename its fields. */
public abstract class ReadStep extends SastStep {
    private static final long serialVersionUID = 1;

    @DataBoundSetter
    public String server = "";

    /** Returns a blank text for the default project, and null for steps that need no project. */
    String project() {
        return null;
    }

    /** @param project null for steps that need no project */
    abstract ResponseValues read(SastClient service, BuildContext build, ProjectId project)
            throws ServiceException, InterruptedException;

    @Override
    final Map<String, Object> run(BuildContext build, String id) throws IOException, InterruptedException {
        try {
            Optional<ProjectId> project = Optional.ofNullable(project()).map(text -> build.project(server, text));
            SastServer found = build.server(server, project);
            String what = "Reading from SAST server " + found.getName() + ": ";
            ServerConnection connection = new ServerConnection(
                    found, build.run(), retry -> build.log(what + retry.reason() + ", " + retry.plan()));
            return read(connection.service(), build, project.orElse(null)).toMap();
        } catch (ServiceException | InvalidInputException e) {
            throw Failures.abort(e, Failures.sentence(e), build.branch());
        }
    }

    /** A step that reads from a project. */
    public abstract static class OfProject extends ReadStep {
        private static final long serialVersionUID = 1;

        /** This setter makes the ID optional in pipelines. The constructor allows {@code sastGitSettings('42')}. */
        @DataBoundSetter
        public String projectId;

        OfProject(String projectId) {
            this.projectId = Util.fixNull(projectId);
        }

        @Override
        final String project() {
            return Util.fixNull(projectId);
        }
    }

    /** The pipeline step {@code sastLicense}: reads the license of a SAST server. */
    public static final class SastLicenseStep extends ReadStep {
        private static final long serialVersionUID = 1;

        /** Scripts can write {@code sastLicense('main')}. Because the server also has a setter, they can omit it. */
        @DataBoundConstructor
        public SastLicenseStep(String server) {
            this.server = Util.fixNull(server);
        }

        @Override
        ResponseValues read(SastClient service, BuildContext build, ProjectId project)
                throws ServiceException, InterruptedException {
            return service.license();
        }

        @Extension
        public static class DescriptorImpl extends SastStepDescriptor {}
    }

    /** The pipeline step {@code sastBranchingStatus}: reads the branching status of a project. */
    public static class SastBranchingStatusStep extends OfProject {
        private static final long serialVersionUID = 1;

        @DataBoundConstructor
        public SastBranchingStatusStep(String projectId) {
            super(projectId);
        }

        @Override
        ResponseValues read(SastClient service, BuildContext build, ProjectId project)
                throws ServiceException, InterruptedException {
            return service.branchingStatus(project);
        }

        @Extension
        public static class DescriptorImpl extends SastStepDescriptor {}
    }

    /** The pipeline step {@code sastGitSettings}: reads the Git settings of a project. */
    public static class SastGitSettingsStep extends OfProject {
        private static final long serialVersionUID = 1;

        @DataBoundConstructor
        public SastGitSettingsStep(String projectId) {
            super(projectId);
        }

        @Override
        ResponseValues read(SastClient service, BuildContext build, ProjectId project)
                throws ServiceException, InterruptedException {
            return service.gitSettings(project, SecretMask.NONE).with("url", GitUrl::shown);
        }

        @Extension
        public static class DescriptorImpl extends SastStepDescriptor {}
    }

    /** The pipeline step {@code sastQuery}: looks up the ID and version code of a query. */
    public static class SastQueryStep extends ReadStep {
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
                    build.expand(
                            "severity", Util.fixNull(severity).isBlank() ? DescriptorImpl.DEFAULT_SEVERITY : severity),
                    build.expand("queryName", queryName));
        }

        @Extension
        public static class DescriptorImpl extends SastStepDescriptor {
            public static final String DEFAULT_SEVERITY = SastClient.SEVERITIES.get(0);

            /** A combo box, not a list, because newer SAST servers may support other severities. */
            @POST
            public ComboBoxModel doFillSeverityItems(@AncestorInPath Item item) {
                FieldCheck.requireConfigurer(item);
                return new ComboBoxModel(SastClient.SEVERITIES.toArray(String[]::new));
            }
        }
    }
}

package io.jenkins.plugins.sastscan.admin;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.model.Api;
import hudson.model.ManagementLink;
import hudson.security.Permission;
import io.jenkins.plugins.sastscan.build.Projects;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.text.Figures;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jenkins.model.Jenkins;
import org.kohsuke.stapler.HttpRedirect;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.Stapler;
import org.kohsuke.stapler.StaplerProxy;
import org.kohsuke.stapler.StaplerRequest2;
import org.kohsuke.stapler.verb.POST;

/** The page <i>Manage Jenkins &gt; SAST submissions</i>: the last submission to each project. */
@Extension
public final class SubmissionsOverview extends ManagementLink implements StaplerProxy {
    public static final Class<Figures> FIGURES = Figures.class;

    /** Neither the page nor its REST API is guarded by Jenkins. */
    @Override
    public Object getTarget() {
        Jenkins.get().checkPermission(Jenkins.SYSTEM_READ);
        return this;
    }

    /** The rows that the parameters {@code filter}, {@code sort} and {@code page} of the request select. */
    public OverviewPage getView() {
        StaplerRequest2 request = Stapler.getCurrentRequest2();
        return new OverviewPage(
                rows(), request.getParameter("filter"), request.getParameter("sort"), request.getParameter("page"));
    }

    public Api getApi() {
        return new Api(getView());
    }

    static List<ProjectRow> rows() {
        SastConfiguration configuration = SastConfiguration.get();
        Map<String, List<SastServer>> servers = new HashMap<>();
        return Projects.records().all().stream()
                .filter(record -> record.last() != null)
                .map(record -> new ProjectRow(
                        record,
                        servers.computeIfAbsent(record.server(), configuration::getServers),
                        configuration.getOverdueAfterDays()))
                .toList();
    }

    /** Deletes the record of a project. Its next submission uploads even unchanged files. */
    @POST
    public HttpRedirect doForget(@QueryParameter String server, @QueryParameter long projectId) throws IOException {
        Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        Projects.records().forget(new ProjectRecords.Project(server, projectId));
        ExtensionList.lookupSingleton(OverdueMonitor.class).refresh();
        return new HttpRedirect(".");
    }

    @Override
    public Permission getRequiredPermission() {
        return Jenkins.SYSTEM_READ;
    }

    @Override
    public Category getCategory() {
        return Category.STATUS;
    }

    @Override
    public String getIconFileName() {
        return "symbol-paper-plane-outline";
    }

    @Override
    public String getDisplayName() {
        return Messages.SubmissionsOverview_displayName();
    }

    @Override
    public String getDescription() {
        return Messages.SubmissionsOverview_description();
    }

    @Override
    public String getUrlName() {
        return "sast-submissions";
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import hudson.model.Job;
import io.jenkins.plugins.sastscan.build.BuildContext;
import io.jenkins.plugins.sastscan.build.Failures;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.kohsuke.stapler.DataBoundSetter;

/** A step that reads from a SAST server. Running pipelines store it, so do not rename its fields. */
public abstract class ReadStep extends SastStep {
    private static final long serialVersionUID = 1;

    @DataBoundSetter
    String server;

    public String getServer() {
        return Util.fixNull(server);
    }

    /** Returns a blank text for the default project, and null for steps that need no project. */
    String getProjectId() {
        return null;
    }

    /** @param project null for steps that need no project */
    abstract ResponseValues read(SastClient service, BuildContext build, ProjectId project)
            throws ServiceException, InterruptedException;

    @Override
    final Map<String, Object> run(BuildContext build, String id) throws IOException, InterruptedException {
        try {
            String name = build.expand("server", server);
            Job<?, ?> job = build.run().getParent();
            Optional<ProjectId> project = Optional.ofNullable(getProjectId())
                    .map(text -> text.isBlank()
                            ? SastConfiguration.get().defaultProject(name, job)
                            : ProjectId.parse(build.expand("projectId", text)));
            SastServer found = SastConfiguration.get().server(name, job, project);
            String what = "Reading from SAST server " + found.getName() + ": ";
            try (ServerConnection connection = new ServerConnection(
                    found, build.run(), retry -> build.log(what + retry.reason() + ", " + retry.plan()))) {
                return read(connection.service(), build, project.orElse(null)).toMap();
            }
        } catch (ServiceException | InvalidInputException e) {
            throw Failures.abort(e, build.branch());
        }
    }
}

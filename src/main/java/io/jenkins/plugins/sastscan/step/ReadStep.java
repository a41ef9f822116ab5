package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.run.BuildContext;
import io.jenkins.plugins.sastscan.run.Failures;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;

/** A step that reads from a SAST server. Running pipelines store it, so do not rename its fields. */
public abstract class ReadStep extends Step implements Serializable {
    private static final long serialVersionUID = 1;

    private final String server;

    ReadStep(String server) {
        this.server = Util.fixNull(server).strip();
    }

    public String getServer() {
        return server;
    }

    /** Reads from the SAST server, and from the project if there is one. */
    @FunctionalInterface
    interface Reading {
        Map<String, Object> read(SastService service, BuildContext build, ProjectId project)
                throws ServiceException, InterruptedException;
    }

    /** @param projectId the project, which may contain expressions; null for operations without one */
    StepExecution reading(StepContext context, String projectId, Reading reading) {
        String name = server;
        return new ResumableExecution(context, this, (build, id) -> {
            try {
                Optional<ProjectId> project =
                        Optional.ofNullable(projectId).map(text -> ProjectId.parse(build.expand(text)));
                SastServer found = SastConfiguration.get()
                        .server(build.expand(name), build.run().getParent(), project);
                try (ServerConnection connection = new ServerConnection(found, build.run())) {
                    return reading.read(connection.service(), build, project.orElse(null));
                }
            } catch (ServiceException | InvalidInputException e) {
                throw Failures.abort(e, build.branch());
            }
        });
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import io.jenkins.plugins.sastscan.run.BuildContext;
import io.jenkins.plugins.sastscan.run.ServerReads;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import java.util.Map;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;

/** A step that reads from a SAST server. */
public abstract class ReadStep extends Step {
    private final String server;

    ReadStep(String server) {
        this.server = Util.fixNull(server).strip();
    }

    public String getServer() {
        return server;
    }

    @FunctionalInterface
    interface Reading {
        Map<String, Object> read(SastService service, BuildContext build) throws ServiceException, InterruptedException;
    }

    StepExecution reading(StepContext context, Reading reading) {
        String name = server;
        return new PlainExecution(
                context,
                build -> ServerReads.read(build, name, null, (service, project) -> reading.read(service, build)));
    }

    StepExecution readingProject(StepContext context, String projectId, ServerReads.Read reading) {
        String name = server;
        return new PlainExecution(context, build -> ServerReads.read(build, name, projectId, reading));
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.run.BuildContext;
import io.jenkins.plugins.sastscan.run.Failures;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
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
        return new PlainExecution(context, build -> {
            try (ServerConnection connection =
                    ServerConnection.open(SastConfiguration.get().server(build.expand(name)), build.run())) {
                return reading.read(connection.service(), build);
            } catch (ServiceException | InvalidInputException e) {
                throw Failures.abort(e, build.branch());
            }
        });
    }
}

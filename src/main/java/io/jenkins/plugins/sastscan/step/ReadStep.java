package io.jenkins.plugins.sastscan.step;

import hudson.Util;
import hudson.model.Item;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.run.BuildContext;
import io.jenkins.plugins.sastscan.run.ServerReads;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import java.util.Map;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepContext;
import org.jenkinsci.plugins.workflow.steps.StepExecution;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/** A step that only reads from a server. */
public abstract class ReadStep extends Step {
    private final String server;

    ReadStep(String server) {
        this.server = Util.fixNull(server).strip();
    }

    public String getServer() {
        return server;
    }

    /** One operation, in a build. */
    @FunctionalInterface
    interface Reading {
        Map<String, Object> read(SastService service, BuildContext build) throws ServiceException, InterruptedException;
    }

    StepExecution reading(StepContext context, Reading reading) {
        String name = server;
        return new PlainExecution(
                context,
                build -> ServerReads.read(build.expand(name), build.run(), service -> reading.read(service, build)));
    }

    /** The form's part that all reading steps share. */
    public abstract static class ReadStepDescriptor extends PlainStepDescriptor {
        @POST
        public ListBoxModel doFillServerItems(@AncestorInPath Item item, @QueryParameter String server) {
            return ScanForm.servers(item, server);
        }

        @POST
        public FormValidation doCheckServer(@AncestorInPath Item item, @QueryParameter String value) {
            return ScanForm.checkServer(item, value);
        }

        @POST
        public FormValidation doCheckProjectId(@AncestorInPath Item item, @QueryParameter String value) {
            return ScanForm.checkProjectId(item, value);
        }
    }
}

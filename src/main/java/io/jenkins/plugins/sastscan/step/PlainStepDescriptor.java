package io.jenkins.plugins.sastscan.step;

import hudson.model.Item;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import java.util.Map;
import java.util.Set;
import org.jenkinsci.plugins.structs.describable.CustomDescribableModel;
import org.jenkinsci.plugins.workflow.steps.StepDescriptor;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/**
 * What all steps have in common: they run in any build, a workspace is asked for only when there is something to do with
 * it, and their forms offer the servers. Public since the forms call it.
 */
public abstract class PlainStepDescriptor extends StepDescriptor implements CustomDescribableModel {
    @Override
    public final Set<? extends Class<?>> getRequiredContext() {
        return Set.of(Run.class, TaskListener.class);
    }

    @Override
    public final Map<String, Object> customInstantiate(Map<String, Object> arguments) {
        return ScriptArguments.taken(arguments);
    }

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

package io.jenkins.plugins.sastscan.step;

import hudson.model.Item;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jenkinsci.plugins.structs.describable.CustomDescribableModel;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepDescriptor;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/**
 * The common base of all steps. They run in any build and require a workspace only when needed. Public for the forms.
 */
public abstract class PlainStepDescriptor extends StepDescriptor implements CustomDescribableModel {
    @Override
    public final Set<? extends Class<?>> getRequiredContext() {
        return Set.of(Run.class, TaskListener.class);
    }

    @Override
    public final Map<String, Object> customInstantiate(Map<String, Object> arguments) {
        return ScriptArguments.converted(arguments);
    }

    /** Deprecated, but the only method that receives all arguments of a script. */
    @Override
    @SuppressWarnings("deprecation")
    public final Step newInstance(Map<String, Object> arguments) throws Exception {
        ScriptArguments.check(getFunctionName(), clazz, arguments);
        return super.newInstance(arguments);
    }

    /** Shows the SAST server and the project or query in pipeline views. */
    @Override
    public final String argumentsToString(Map<String, Object> arguments) {
        return Stream.of("server", "projectId", "language", "queryName")
                .map(arguments::get)
                .filter(value -> value instanceof CharSequence || value instanceof Number)
                .map(Object::toString)
                .collect(Collectors.joining(" "));
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
    public FormValidation doCheckProjectId(
            @AncestorInPath Item item, @QueryParameter String value, @QueryParameter String server) {
        return ScanForm.checkProjectId(item, value, server);
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.model.Run;
import hudson.model.TaskListener;
import java.util.Map;
import java.util.Set;
import org.jenkinsci.plugins.structs.describable.CustomDescribableModel;
import org.jenkinsci.plugins.workflow.steps.StepDescriptor;

/** A step that runs in any build; a workspace is asked for only when there is something to do with it. */
abstract class PlainStepDescriptor extends StepDescriptor implements CustomDescribableModel {
    @Override
    public final Set<? extends Class<?>> getRequiredContext() {
        return Set.of(Run.class, TaskListener.class);
    }

    @Override
    public final Map<String, Object> customInstantiate(Map<String, Object> arguments) {
        return ScriptArguments.taken(arguments);
    }
}

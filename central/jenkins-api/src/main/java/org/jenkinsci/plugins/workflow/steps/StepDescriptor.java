package org.jenkinsci.plugins.workflow.steps;

import hudson.model.Descriptor;
import java.util.Map;
import java.util.Set;

public abstract class StepDescriptor extends Descriptor<Step> {
    public StepDescriptor() {
        throw new UnsupportedOperationException();
    }

    public abstract String getFunctionName();

    public abstract Set<? extends Class<?>> getRequiredContext();

    public Step newInstance(Map<String, Object> arguments) throws Exception {
        throw new UnsupportedOperationException();
    }

    public String argumentsToString(Map<String, Object> namedArgs) {
        throw new UnsupportedOperationException();
    }
}

package org.jenkinsci.plugins.workflow.flow;

public abstract class FlowExecutionOwner {
    FlowExecutionOwner() {}

    public FlowExecution getOrNull() {
        throw new UnsupportedOperationException();
    }

    public interface Executable {
        FlowExecutionOwner asFlowExecutionOwner();
    }
}

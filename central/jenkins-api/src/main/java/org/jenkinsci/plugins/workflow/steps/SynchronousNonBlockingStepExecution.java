package org.jenkinsci.plugins.workflow.steps;

public abstract class SynchronousNonBlockingStepExecution<T> extends StepExecution {
    protected SynchronousNonBlockingStepExecution(StepContext context) {
        super(context);
        throw new UnsupportedOperationException();
    }

    protected abstract T run() throws Exception;

    public void stop(Throwable cause) throws Exception {
        throw new UnsupportedOperationException();
    }
}

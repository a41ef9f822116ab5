package org.jenkinsci.plugins.workflow.steps;

import java.io.Serializable;

public abstract class StepExecution implements Serializable {
    protected StepExecution(StepContext context) {
        throw new UnsupportedOperationException();
    }

    public StepContext getContext() {
        throw new UnsupportedOperationException();
    }

    public abstract boolean start() throws Exception;

    public void stop(Throwable cause) throws Exception {
        throw new UnsupportedOperationException();
    }

    public void onResume() {
        throw new UnsupportedOperationException();
    }
}

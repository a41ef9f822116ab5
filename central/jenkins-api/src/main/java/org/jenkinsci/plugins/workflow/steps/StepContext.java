package org.jenkinsci.plugins.workflow.steps;

import java.io.IOException;
import java.io.Serializable;

public abstract class StepContext implements Serializable {
    private StepContext() {}

    public abstract <T> T get(Class<T> key) throws IOException, InterruptedException;

    public abstract void onSuccess(Object result);

    public void onFailure(Throwable t) {
        throw new UnsupportedOperationException();
    }
}

package org.jenkinsci.plugins.workflow.steps;

import com.google.common.util.concurrent.FutureCallback;
import java.io.IOException;
import java.io.Serializable;

public abstract class StepContext implements FutureCallback<Object>, Serializable {
    private StepContext() {}

    public abstract <T> T get(Class<T> key) throws IOException, InterruptedException;

    @Override
    public abstract void onSuccess(Object result);
}

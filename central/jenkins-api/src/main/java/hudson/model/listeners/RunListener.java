package hudson.model.listeners;

import hudson.model.Run;
import hudson.model.TaskListener;

public abstract class RunListener<R extends Run> {
    protected RunListener() {
        throw new UnsupportedOperationException();
    }

    public void onCompleted(R r, TaskListener listener) {
        throw new UnsupportedOperationException();
    }
}

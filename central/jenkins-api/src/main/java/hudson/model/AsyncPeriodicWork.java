package hudson.model;

import java.io.IOException;

public abstract class AsyncPeriodicWork extends PeriodicWork {
    protected AsyncPeriodicWork(String name) {
        throw new UnsupportedOperationException();
    }

    protected abstract void execute(TaskListener listener) throws IOException, InterruptedException;
}

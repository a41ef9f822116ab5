package hudson.model;

import hudson.EnvVars;
import hudson.FilePath;
import java.io.IOException;

public abstract class AbstractBuild<P extends AbstractProject<P, R>, R extends AbstractBuild<P, R>> extends Run<P, R>
        implements Runnable {
    private AbstractBuild() {}

    public final FilePath getWorkspace() {
        throw new UnsupportedOperationException();
    }

    public AbstractBuild<?, ?> getRootBuild() {
        throw new UnsupportedOperationException();
    }

    public EnvVars getEnvironment(TaskListener log) throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }
}

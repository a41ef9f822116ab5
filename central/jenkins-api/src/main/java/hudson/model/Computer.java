package hudson.model;

import hudson.EnvVars;
import hudson.remoting.VirtualChannel;
import java.io.IOException;
import java.util.concurrent.ExecutorService;

public abstract class Computer {
    public static final ExecutorService threadPoolForRemoting = null;

    private Computer() {}

    public EnvVars buildEnvironment(TaskListener listener) throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    public String getName() {
        throw new UnsupportedOperationException();
    }

    public Node getNode() {
        throw new UnsupportedOperationException();
    }

    public abstract VirtualChannel getChannel();
}

package hudson.console;

import hudson.model.AbstractBuild;
import java.io.IOException;
import java.io.OutputStream;

public abstract class ConsoleLogFilter {
    private ConsoleLogFilter() {}

    @Deprecated
    @SuppressWarnings("rawtypes") // The signature must be the same as in core.
    public OutputStream decorateLogger(AbstractBuild build, OutputStream logger)
            throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }
}

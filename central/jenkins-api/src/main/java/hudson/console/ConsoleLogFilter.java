package hudson.console;

import hudson.model.AbstractBuild;
import java.io.IOException;
import java.io.OutputStream;

public abstract class ConsoleLogFilter {
    private ConsoleLogFilter() {}

    @Deprecated
    @SuppressWarnings("rawtypes") // as it is
    public OutputStream decorateLogger(AbstractBuild build, OutputStream logger)
            throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }
}

package hudson.model;

import hudson.ExtensionPoint;
import hudson.security.AccessControlled;
import java.io.IOException;
import java.nio.charset.Charset;

public abstract class Run<JobT extends Job<JobT, RunT>, RunT extends Run<JobT, RunT>> extends Actionable
        implements ExtensionPoint, Comparable<RunT>, AccessControlled {
    Run() {}

    public final Charset getCharset() {
        throw new UnsupportedOperationException();
    }

    public String getExternalizableId() {
        throw new UnsupportedOperationException();
    }

    public JobT getParent() {
        throw new UnsupportedOperationException();
    }

    public RunT getPreviousBuild() {
        throw new UnsupportedOperationException();
    }

    public int getNumber() {
        throw new UnsupportedOperationException();
    }

    public String getDisplayName() {
        throw new UnsupportedOperationException();
    }

    public boolean isBuilding() {
        throw new UnsupportedOperationException();
    }

    public synchronized void save() throws IOException {
        throw new UnsupportedOperationException();
    }
}

package hudson.model;

import hudson.ExtensionPoint;
import hudson.security.AccessControlled;

public abstract class Run<JobT extends Job<JobT, RunT>, RunT extends Run<JobT, RunT>>
        implements ExtensionPoint, Comparable<RunT>, AccessControlled {
    Run() {}

    public String getExternalizableId() {
        throw new UnsupportedOperationException();
    }
}

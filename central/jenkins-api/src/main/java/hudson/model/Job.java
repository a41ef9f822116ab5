package hudson.model;

import hudson.ExtensionPoint;

public abstract class Job<JobT extends Job<JobT, RunT>, RunT extends Run<JobT, RunT>> extends AbstractItem
        implements ExtensionPoint {
    Job() {}

    public RunT getLastBuild() {
        throw new UnsupportedOperationException();
    }

    public RunT getLastCompletedBuild() {
        throw new UnsupportedOperationException();
    }

    public RunT getLastSuccessfulBuild() {
        throw new UnsupportedOperationException();
    }
}

package hudson.model;

public abstract class Job<JobT extends Job<JobT, RunT>, RunT extends Run<JobT, RunT>> extends AbstractItem {
    Job() {}

    public RunT getBuildByNumber(int n) {
        throw new UnsupportedOperationException();
    }

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

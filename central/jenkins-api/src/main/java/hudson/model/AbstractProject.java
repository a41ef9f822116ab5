package hudson.model;

public abstract class AbstractProject<P extends AbstractProject<P, R>, R extends AbstractBuild<P, R>> extends Job<P, R>
        implements Queue.Task {
    private AbstractProject() {}
}

package hudson.model;

public abstract class AbstractBuild<P extends AbstractProject<P, R>, R extends AbstractBuild<P, R>> extends Run<P, R>
        implements Runnable {
    private AbstractBuild() {}
}

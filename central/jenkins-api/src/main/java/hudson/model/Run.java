package hudson.model;

import hudson.security.AccessControlled;
import java.io.IOException;
import java.nio.charset.Charset;
import jenkins.model.ArtifactManager;

public abstract class Run<JobT extends Job<JobT, RunT>, RunT extends Run<JobT, RunT>> extends Actionable
        implements Comparable<RunT>, AccessControlled {
    Run() {}

    public final Charset getCharset() {
        throw new UnsupportedOperationException();
    }

    public final ArtifactManager getArtifactManager() {
        throw new UnsupportedOperationException();
    }

    public final synchronized ArtifactManager pickArtifactManager() throws IOException {
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

    public final long getStartTimeInMillis() {
        throw new UnsupportedOperationException();
    }

    public String getDisplayName() {
        throw new UnsupportedOperationException();
    }

    public void setResult(Result r) {
        throw new UnsupportedOperationException();
    }

    public boolean isBuilding() {
        throw new UnsupportedOperationException();
    }

    public synchronized void save() throws IOException {
        throw new UnsupportedOperationException();
    }

    public String getUrl() {
        throw new UnsupportedOperationException();
    }
}

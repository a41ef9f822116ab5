package jenkins.model;

import hudson.FilePath;
import hudson.Launcher;
import hudson.model.BuildListener;
import java.io.IOException;
import java.util.Map;
import jenkins.util.VirtualFile;

public abstract class ArtifactManager {
    private ArtifactManager() {}

    public abstract void archive(
            FilePath workspace, Launcher launcher, BuildListener listener, Map<String, String> artifacts)
            throws IOException, InterruptedException;

    public abstract VirtualFile root();
}

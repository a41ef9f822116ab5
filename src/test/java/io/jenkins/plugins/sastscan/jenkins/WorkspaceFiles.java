package io.jenkins.plugins.sastscan.jenkins;

import hudson.Launcher;
import hudson.model.AbstractBuild;
import hudson.model.BuildListener;
import java.io.IOException;
import java.util.Map;
import org.jvnet.hudson.test.TestBuilder;

public final class WorkspaceFiles extends TestBuilder {
    private final Map<String, String> files;

    /** @param files maps the path of each file to its content */
    public WorkspaceFiles(Map<String, String> files) {
        this.files = files;
    }

    @Override
    public boolean perform(AbstractBuild<?, ?> build, Launcher launcher, BuildListener listener)
            throws InterruptedException, IOException {
        var workspace = build.getWorkspace();
        for (Map.Entry<String, String> file : files.entrySet()) {
            workspace.child(file.getKey()).write(file.getValue(), "UTF-8");
        }
        return true;
    }
}

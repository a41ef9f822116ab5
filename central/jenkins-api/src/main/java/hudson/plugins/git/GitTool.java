package hudson.plugins.git;

import hudson.EnvVars;
import hudson.model.Node;
import hudson.model.TaskListener;
import java.io.IOException;

public class GitTool {
    private GitTool() {}

    public GitTool forEnvironment(EnvVars environment) {
        throw new UnsupportedOperationException();
    }

    public GitTool forNode(Node node, TaskListener log) throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    public static GitTool getDefaultInstallation() {
        throw new UnsupportedOperationException();
    }

    public String getGitExe() {
        throw new UnsupportedOperationException();
    }
}

package org.jenkinsci.plugins.gitclient;

import hudson.EnvVars;
import hudson.FilePath;
import hudson.model.TaskListener;
import java.io.IOException;
import java.io.Serializable;

public class Git implements Serializable {
    private Git() {}

    public GitClient getClient() throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    public Git in(FilePath repository) {
        throw new UnsupportedOperationException();
    }

    public static Git with(TaskListener listener, EnvVars env) {
        throw new UnsupportedOperationException();
    }

    public Git using(String exe) {
        throw new UnsupportedOperationException();
    }
}

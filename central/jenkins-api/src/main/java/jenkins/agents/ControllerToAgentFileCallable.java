package jenkins.agents;

import hudson.FilePath;

public interface ControllerToAgentFileCallable<T> extends FilePath.FileCallable<T> {}

package jenkins;

import jenkins.agents.ControllerToAgentFileCallable;

public abstract class MasterToSlaveFileCallable<T> implements ControllerToAgentFileCallable<T> {
    public MasterToSlaveFileCallable() {
        throw new UnsupportedOperationException();
    }
}

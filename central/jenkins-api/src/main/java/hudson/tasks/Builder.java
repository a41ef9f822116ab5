package hudson.tasks;

import hudson.model.Describable;

public abstract class Builder implements BuildStep, Describable<Builder> {
    public Builder() {
        throw new UnsupportedOperationException();
    }
}

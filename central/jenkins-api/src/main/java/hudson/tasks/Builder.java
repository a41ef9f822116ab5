package hudson.tasks;

import hudson.ExtensionPoint;
import hudson.model.Describable;

public abstract class Builder implements BuildStep, Describable<Builder>, ExtensionPoint {
    public Builder() {
        throw new UnsupportedOperationException();
    }
}

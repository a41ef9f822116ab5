package hudson.model;

import hudson.ExtensionPoint;

public abstract class AdministrativeMonitor implements ExtensionPoint {
    protected AdministrativeMonitor() {
        throw new UnsupportedOperationException();
    }

    public String getDisplayName() {
        throw new UnsupportedOperationException();
    }

    public abstract boolean isActivated();
}

package hudson.model;

import hudson.ExtensionPoint;

public abstract class PeriodicWork implements ExtensionPoint {
    protected static final long HOUR = 60 * 60 * 1000;

    PeriodicWork() {}

    public abstract long getRecurrencePeriod();

    public long getInitialDelay() {
        throw new UnsupportedOperationException();
    }
}

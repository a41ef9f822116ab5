package hudson.model;

public abstract class PeriodicWork {
    protected static final long HOUR = 60 * 60 * 1000;
    protected static final long DAY = 24 * HOUR;

    PeriodicWork() {}

    public abstract long getRecurrencePeriod();

    public long getInitialDelay() {
        throw new UnsupportedOperationException();
    }
}

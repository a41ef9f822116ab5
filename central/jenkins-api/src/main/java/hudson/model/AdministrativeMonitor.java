package hudson.model;

public abstract class AdministrativeMonitor {
    protected AdministrativeMonitor() {
        throw new UnsupportedOperationException();
    }

    public String getDisplayName() {
        throw new UnsupportedOperationException();
    }

    public abstract boolean isActivated();
}

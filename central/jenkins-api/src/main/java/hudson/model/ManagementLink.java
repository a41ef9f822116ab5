package hudson.model;

import hudson.security.Permission;

public abstract class ManagementLink implements Action {
    public enum Category {
        STATUS
    }

    public ManagementLink() {
        throw new UnsupportedOperationException();
    }

    public String getDescription() {
        throw new UnsupportedOperationException();
    }

    public Permission getRequiredPermission() {
        throw new UnsupportedOperationException();
    }

    public Category getCategory() {
        throw new UnsupportedOperationException();
    }
}

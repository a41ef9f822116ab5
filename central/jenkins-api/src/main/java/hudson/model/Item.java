package hudson.model;

import hudson.security.AccessControlled;
import hudson.security.Permission;

public interface Item extends AccessControlled {
    Permission CONFIGURE = null;
    Permission EXTENDED_READ = null;
    Permission WORKSPACE = null;

    ItemGroup<? extends Item> getParent();

    String getFullName();
}

package jenkins.model;

import hudson.ProxyConfiguration;
import hudson.model.Computer;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.model.Item;
import hudson.model.ItemGroup;
import hudson.model.TopLevelItem;
import hudson.security.AccessControlled;
import hudson.security.Permission;
import java.io.File;
import org.springframework.security.core.Authentication;

public class Jenkins implements AccessControlled, ItemGroup<TopLevelItem> {
    public static final Permission ADMINISTER = null;
    public static final Permission SYSTEM_READ = null;

    private Jenkins() {}

    public static Jenkins get() throws IllegalStateException {
        throw new UnsupportedOperationException();
    }

    public static Authentication getAuthentication2() {
        throw new UnsupportedOperationException();
    }

    public boolean isTerminating() {
        throw new UnsupportedOperationException();
    }

    public Computer getComputer(String name) {
        throw new UnsupportedOperationException();
    }

    public Descriptor getDescriptorOrDie(Class<? extends Describable> type) {
        throw new UnsupportedOperationException();
    }

    public Descriptor getDescriptor(String id) {
        throw new UnsupportedOperationException();
    }

    public Item getItemByFullName(String fullName) {
        throw new UnsupportedOperationException();
    }

    public ProxyConfiguration getProxy() {
        throw new UnsupportedOperationException();
    }

    @Deprecated
    public String getSecretKey() {
        throw new UnsupportedOperationException();
    }

    public File getRootDir() {
        throw new UnsupportedOperationException();
    }
}

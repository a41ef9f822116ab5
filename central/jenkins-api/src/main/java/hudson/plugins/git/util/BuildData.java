package hudson.plugins.git.util;

import hudson.model.Action;
import hudson.plugins.git.Revision;
import java.io.Serializable;
import java.util.Set;

public class BuildData implements Action, Serializable, Cloneable {
    private BuildData() {}

    public Revision getLastBuiltRevision() {
        throw new UnsupportedOperationException();
    }

    public Set<String> getRemoteUrls() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getIconFileName() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getDisplayName() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getUrlName() {
        throw new UnsupportedOperationException();
    }
}

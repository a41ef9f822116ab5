package jenkins.model;

import hudson.model.Describable;
import hudson.model.Descriptor;
import net.sf.json.JSONObject;
import org.kohsuke.stapler.StaplerRequest2;

public abstract class GlobalConfiguration extends Descriptor<GlobalConfiguration>
        implements Describable<GlobalConfiguration> {
    protected GlobalConfiguration() {
        throw new UnsupportedOperationException();
    }

    public boolean configure(StaplerRequest2 req, JSONObject json) throws Descriptor.FormException {
        throw new UnsupportedOperationException();
    }
}

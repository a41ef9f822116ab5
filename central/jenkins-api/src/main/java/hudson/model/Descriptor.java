package hudson.model;

import hudson.XmlFile;
import net.sf.json.JSONObject;
import org.kohsuke.stapler.StaplerRequest2;

public abstract class Descriptor<T extends Describable<T>> {
    public final transient Class<? extends T> clazz;

    protected Descriptor() {
        throw new UnsupportedOperationException();
    }

    protected Descriptor(Class<? extends T> clazz) {
        throw new UnsupportedOperationException();
    }

    public boolean configure(StaplerRequest2 req, JSONObject json) throws FormException {
        throw new UnsupportedOperationException();
    }

    public String getDisplayName() {
        throw new UnsupportedOperationException();
    }

    public String getHelpFile() {
        throw new UnsupportedOperationException();
    }

    public void load() {
        throw new UnsupportedOperationException();
    }

    protected XmlFile getConfigFile() {
        throw new UnsupportedOperationException();
    }

    public void save() {
        throw new UnsupportedOperationException();
    }

    public static final class FormException extends Exception {
        public FormException(String message, String formField) {
            throw new UnsupportedOperationException();
        }
    }
}

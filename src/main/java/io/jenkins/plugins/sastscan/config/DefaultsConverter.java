package io.jenkins.plugins.sastscan.config;

import com.thoughtworks.xstream.converters.UnmarshallingContext;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import hudson.util.RobustReflectionConverter;
import hudson.util.XStream2;
import java.util.function.Supplier;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * Reads stored objects into a new one, so that a file means the defaults of the form for everything that it does not name.
 * Jenkins itself creates objects without a constructor, so their fields would be null, 0 or false.
 */
@Restricted(NoExternalUse.class)
public abstract class DefaultsConverter<T> extends XStream2.PassthruConverter<T> {
    private final RobustReflectionConverter fields;
    private final Supplier<T> defaults;

    /** @param defaults creates an object with the defaults of the form; null to read as Jenkins does */
    protected DefaultsConverter(XStream2 xstream, Supplier<T> defaults) {
        super(xstream);
        this.fields = new RobustReflectionConverter(xstream.getMapper(), xstream.getReflectionProvider());
        this.defaults = defaults;
    }

    @Override
    public Object unmarshal(HierarchicalStreamReader reader, UnmarshallingContext context) {
        return defaults == null
                ? super.unmarshal(reader, context)
                : fields.doUnmarshal(defaults.get(), reader, context);
    }

    @Override
    protected final void callback(T read, UnmarshallingContext context) {
        // Jenkins calls it too early, with the errors of all objects before this one.
    }
}

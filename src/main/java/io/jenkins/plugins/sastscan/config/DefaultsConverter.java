package io.jenkins.plugins.sastscan.config;

import com.thoughtworks.xstream.converters.UnmarshallingContext;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import hudson.util.RobustReflectionConverter;
import hudson.util.XStream2;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * Reads stored objects. Fields that are missing in the stored file get the defaults of the form. Without this
 * converter, these fields would be null, 0 or false. The converter also counts the values that Jenkins cannot read and
 * therefore omits.
 */
@Restricted(NoExternalUse.class)
public abstract class DefaultsConverter<T> extends RobustReflectionConverter {
    /** The key under which {@code RobustReflectionConverter} stores errors in the context. */
    private static final String READ_ERRORS = "ReadError";

    private final Supplier<T> defaults;

    /** @param defaults creates an object with the defaults of the form; if null, this converter sets no defaults */
    protected DefaultsConverter(XStream2 xstream, Supplier<T> defaults) {
        super(xstream.getMapper(), xstream.getReflectionProvider());
        this.defaults = defaults;
    }

    @Override
    protected final Object instantiateNewInstance(HierarchicalStreamReader reader, UnmarshallingContext context) {
        return defaults == null ? super.instantiateNewInstance(reader, context) : defaults.get();
    }

    @Override
    @SuppressWarnings("unchecked")
    public final Object unmarshal(HierarchicalStreamReader reader, UnmarshallingContext context) {
        // Jenkins adds errors to this list. It must be read from the context here, because super.unmarshal can remove
        // it.
        List<Throwable> errors = (List<Throwable>) context.get(READ_ERRORS);
        if (errors == null) {
            errors = new ArrayList<>();
            context.put(READ_ERRORS, errors);
        }
        int before = errors.size();
        Object read = super.unmarshal(reader, context);
        afterReading((T) read, errors.size() - before);
        return read;
    }

    /** @param errors how many values Jenkins could not read, including values in lists and nested objects */
    void afterReading(T read, int errors) {}
}

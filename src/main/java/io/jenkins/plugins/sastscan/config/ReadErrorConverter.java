package io.jenkins.plugins.sastscan.config;

import com.thoughtworks.xstream.converters.UnmarshallingContext;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import hudson.util.XStream2;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads stored objects as Jenkins does, which omits what it cannot read, and counts what was omitted. */
abstract class ReadErrorConverter<T> extends DefaultsConverter<T> {
    /** The key of the errors in the context of {@code RobustReflectionConverter}. */
    private static final String READ_ERRORS = "ReadError";

    ReadErrorConverter(XStream2 xstream, Supplier<T> defaults) {
        super(xstream, defaults);
    }

    @Override
    @SuppressWarnings("unchecked")
    public final Object unmarshal(HierarchicalStreamReader reader, UnmarshallingContext context) {
        // Jenkins adds to this list, and forgets it before it returns the outermost object.
        List<Throwable> errors = (List<Throwable>) context.get(READ_ERRORS);
        if (errors == null) {
            errors = new ArrayList<>();
            context.put(READ_ERRORS, errors);
        }
        int before = errors.size();
        T read = (T) super.unmarshal(reader, context);
        afterReading(read, errors.size() - before);
        return read;
    }

    /** @param errors how many values, elements of lists and the like were omitted, including those in nested objects */
    abstract void afterReading(T read, int errors);
}

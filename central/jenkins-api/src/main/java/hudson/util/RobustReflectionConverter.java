package hudson.util;

import com.thoughtworks.xstream.converters.UnmarshallingContext;
import com.thoughtworks.xstream.converters.reflection.ReflectionProvider;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import com.thoughtworks.xstream.mapper.Mapper;

public class RobustReflectionConverter {
    public RobustReflectionConverter(Mapper mapper, ReflectionProvider reflectionProvider) {
        throw new UnsupportedOperationException();
    }

    public static void addErrorInContext(UnmarshallingContext context, Throwable e) {
        throw new UnsupportedOperationException();
    }

    public Object unmarshal(HierarchicalStreamReader reader, UnmarshallingContext context) {
        throw new UnsupportedOperationException();
    }

    protected Object instantiateNewInstance(HierarchicalStreamReader reader, UnmarshallingContext context) {
        throw new UnsupportedOperationException();
    }
}

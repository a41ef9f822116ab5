package org.jenkinsci.plugins.structs.describable;

import java.util.Collection;

public final class DescribableModel<T> {
    public static final String CLAZZ = "$class";

    private DescribableModel() {}

    public static <T> DescribableModel<T> of(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    public Collection<DescribableParameter> getParameters() {
        throw new UnsupportedOperationException();
    }
}

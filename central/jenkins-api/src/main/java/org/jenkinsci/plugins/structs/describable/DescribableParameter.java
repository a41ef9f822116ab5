package org.jenkinsci.plugins.structs.describable;

public final class DescribableParameter {
    private DescribableParameter() {}

    public String getName() {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("rawtypes") // as in the plugin
    public Class getErasedType() {
        throw new UnsupportedOperationException();
    }
}

package org.jenkinsci.plugins.structs.describable;

import java.util.Map;

public interface CustomDescribableModel {
    default Map<String, Object> customInstantiate(Map<String, Object> arguments) {
        throw new UnsupportedOperationException();
    }
}

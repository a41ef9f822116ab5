package io.jenkins.plugins.sastscan.step;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A step's arguments as scripts write them, made those that the step takes: the project's id is a text, since it may hold
 * expressions, but scripts like to give a number; and settings that are all defaults are written {@code []}, which the
 * Snippet Generator itself does, though to Groovy that is an empty list.
 */
final class ScriptArguments {
    private static final String PROJECT_ID = "projectId";

    private ScriptArguments() {}

    /** The arguments that the step takes. */
    static Map<String, Object> taken(Map<String, Object> written) {
        Map<String, Object> taken = new LinkedHashMap<>(written);
        taken.replaceAll((name, value) -> {
            if (name.equals(PROJECT_ID) && value instanceof Number) {
                return value.toString();
            }
            return value instanceof List<?> list && list.isEmpty() ? Map.of() : value;
        });
        return taken;
    }
}

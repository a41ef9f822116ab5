package io.jenkins.plugins.sastscan.step;

import java.util.LinkedHashMap;
import java.util.Map;

/** The argument {@code projectId}: a text, since it may hold expressions, which scripts like to give as a number. */
final class ProjectIdArgument {
    private static final String NAME = "projectId";

    private ProjectIdArgument() {}

    /** The arguments of a step in a script, with the project's id as text. */
    static Map<String, Object> asText(Map<String, Object> arguments) {
        if (!(arguments.get(NAME) instanceof Number number)) {
            return arguments;
        }
        Map<String, Object> texts = new LinkedHashMap<>(arguments);
        texts.put(NAME, number.toString());
        return texts;
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.util.EditDistance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.structs.describable.DescribableParameter;

/** The arguments of a step as scripts write them. */
final class ScriptArguments {
    private static final String PROJECT_ID = "projectId";
    private static final String SOURCE = "source";
    private static final List<String> PATTERNS = List.of("includes", "excludes");

    private ScriptArguments() {}

    /**
     * The arguments in the types that the step takes. The project ID is a text, since it may hold expressions, but scripts
     * like to give a number. Settings that are all defaults are written {@code []}, as the Snippet Generator does, though to
     * Groovy that is an empty list. Patterns may be a list of texts.
     */
    static Map<String, Object> taken(Map<String, Object> written) {
        Map<String, Object> taken = new LinkedHashMap<>(written);
        taken.replaceAll((name, value) -> {
            if (name.equals(PROJECT_ID) && value instanceof Number) {
                return value.toString();
            }
            if (name.equals(SOURCE) && value instanceof Map<?, ?> source) {
                return withJoinedPatterns(source);
            }
            return value instanceof List<?> list && list.isEmpty() ? Map.of() : value;
        });
        return taken;
    }

    private static Map<Object, Object> withJoinedPatterns(Map<?, ?> source) {
        Map<Object, Object> joined = new LinkedHashMap<>(source);
        for (String field : PATTERNS) {
            if (joined.get(field) instanceof List<?> patterns
                    && patterns.stream().allMatch(CharSequence.class::isInstance)) {
                joined.put(field, patterns.stream().map(Object::toString).collect(Collectors.joining("\n")));
            }
        }
        return joined;
    }

    /**
     * Checks that a step knows all of its arguments. Jenkins only warns of unknown ones, and then the step would upload what
     * the script meant to exclude.
     *
     * @throws AbortException if there is an unknown argument; it names the nearest one that exists
     */
    static void check(String step, Class<?> type, Map<?, ?> written) throws AbortException {
        check(step, "", type, written);
    }

    private static void check(String step, String above, Class<?> type, Map<?, ?> written) throws AbortException {
        DescribableModel<?> model = DescribableModel.of(type);
        for (Map.Entry<?, ?> argument : written.entrySet()) {
            String name = String.valueOf(argument.getKey());
            DescribableParameter parameter = model.getParameter(name);
            if (parameter == null && !name.equals(DescribableModel.CLAZZ)) {
                throw new AbortException(
                        "SAST: " + step + " has no parameter \"" + above + name + "\". " + suggestion(model, name));
            }
            if (parameter != null && argument.getValue() instanceof Map<?, ?> nested) {
                check(step, above + name + ".", parameter.getErasedType(), nested);
            }
        }
    }

    private static String suggestion(DescribableModel<?> model, String unknown) {
        for (DescribableParameter parameter : model.getParameters()) {
            if (parameter.getErasedType() == SourceSettings.class
                    && DescribableModel.of(SourceSettings.class).getParameter(unknown) != null) {
                return "Write " + parameter.getName() + ": [" + unknown + ": ...].";
            }
        }
        List<String> known = model.getParameters().stream()
                .map(DescribableParameter::getName)
                .toList();
        return "Did you mean \"" + EditDistance.findNearest(unknown, known) + "\"?";
    }
}

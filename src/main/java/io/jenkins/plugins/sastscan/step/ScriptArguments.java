package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.model.Describable;
import hudson.util.EditDistance;
import java.beans.Introspector;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/** Converts and checks the arguments of steps in scripts. */
final class ScriptArguments {
    private static final String PROJECT_ID = "projectId";
    private static final String SOURCE = "source";
    private static final List<String> PATTERNS = List.of("includes", "excludes");

    private ScriptArguments() {}

    /**
     * Converts arguments to the types of the step. A project ID may be a number, patterns may be a list, and {@code []}
     * stands for default settings, as the Snippet Generator writes it, although it is an empty list in Groovy.
     */
    static Map<String, Object> converted(Map<String, Object> written) {
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
     * Checks that all arguments exist. Jenkins only warns about unknown ones, so the step could upload files that the
     * script tries to exclude.
     *
     * @throws AbortException if an argument does not exist; suggests the closest one
     */
    static void check(String step, Class<?> type, Map<?, ?> written) throws AbortException {
        check(step, "", type, written);
    }

    private static void check(String step, String above, Class<?> type, Map<?, ?> written) throws AbortException {
        Map<String, Class<?>> known = parameters(type);
        for (Map.Entry<?, ?> argument : written.entrySet()) {
            String name = String.valueOf(argument.getKey());
            Class<?> nested = known.get(name);
            if (nested == null && !name.equals("$class")) {
                throw new AbortException(
                        "SAST: " + step + " has no parameter \"" + above + name + "\". " + suggestion(known, name));
            }
            if (nested != null
                    && Describable.class.isAssignableFrom(nested)
                    && argument.getValue() instanceof Map<?, ?> values) {
                check(step, above + name + ".", nested, values);
            }
        }
    }

    /** The constructor parameters and data-bound setters. */
    private static Map<String, Class<?>> parameters(Class<?> type) {
        Map<String, Class<?>> parameters = new LinkedHashMap<>();
        for (Constructor<?> constructor : type.getConstructors()) {
            if (constructor.isAnnotationPresent(DataBoundConstructor.class)) {
                Stream.of(constructor.getParameters())
                        .forEach(parameter -> parameters.put(parameter.getName(), parameter.getType()));
            }
        }
        for (Method setter : type.getMethods()) {
            if (setter.isAnnotationPresent(DataBoundSetter.class)) {
                parameters.put(
                        Introspector.decapitalize(setter.getName().substring("set".length())),
                        setter.getParameterTypes()[0]);
            }
        }
        return parameters;
    }

    private static String suggestion(Map<String, Class<?>> known, String unknown) {
        if (known.containsKey(SOURCE) && parameters(SourceSettings.class).containsKey(unknown)) {
            return "Use " + SOURCE + ": [" + unknown + ": ...].";
        }
        return "Did you mean \"" + EditDistance.findNearest(unknown, known.keySet()) + "\"?";
    }
}

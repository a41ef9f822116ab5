package io.jenkins.plugins.sastscan.step;

import hudson.AbortException;
import hudson.model.Describable;
import hudson.util.EditDistance;
import java.beans.Introspector;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
     * Accepts a number as the project ID, and a list as patterns. For a group of settings, such as {@code source}, an
     * empty list stands for the default values, because the Snippet Generator writes the default values as {@code []}.
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
     * Rejects unknown arguments, about which Jenkins only warns. With a misspelled {@code excludes}, the step would
     * upload files that it should skip. Also rejects an empty project ID, because an unset variable must not select the
     * default project.
     */
    static void check(String step, Class<?> type, Map<?, ?> written) throws AbortException {
        Map<String, String> groups = new LinkedHashMap<>();
        addParameters(type, "", groups);
        check(step, "", groups, written);
        if (written.containsKey(PROJECT_ID)
                && Objects.toString(written.get(PROJECT_ID), "").isBlank()) {
            throw new AbortException("SAST: The project ID is missing: projectId is empty."
                    + " Set it, or omit it to use the default project of the job.");
        }
    }

    private static void check(String step, String group, Map<String, String> groups, Map<?, ?> written)
            throws AbortException {
        for (Map.Entry<?, ?> argument : written.entrySet()) {
            String name = String.valueOf(argument.getKey());
            if (!group.equals(groups.get(name)) && !name.equals("$class")) {
                throw new AbortException("SAST: " + step + " has no parameter \"" + (group.isEmpty() ? "" : group + ".")
                        + name + "\". " + suggestion(groups, group, name));
            }
            if (argument.getValue() instanceof Map<?, ?> nested) {
                check(step, name, groups, nested);
            }
        }
    }

    /** Maps each parameter name to its group, such as {@code source}. No name occurs in two groups. */
    private static void addParameters(Class<?> type, String group, Map<String, String> groups) {
        for (Constructor<?> constructor : type.getConstructors()) {
            if (constructor.isAnnotationPresent(DataBoundConstructor.class)) {
                Stream.of(constructor.getParameters()).forEach(parameter -> groups.put(parameter.getName(), group));
            }
        }
        for (Method setter : type.getMethods()) {
            if (setter.isAnnotationPresent(DataBoundSetter.class)) {
                String name = Introspector.decapitalize(setter.getName().substring("set".length()));
                groups.put(name, group);
                if (Describable.class.isAssignableFrom(setter.getParameterTypes()[0])) {
                    addParameters(setter.getParameterTypes()[0], name, groups);
                }
            }
        }
    }

    /**
     * Suggests the most similar parameter, preferably in the same group. The beginning of a name, such as {@code incl},
     * counts as the full name.
     */
    private static String suggestion(Map<String, String> groups, String group, String unknown) {
        String lower = unknown.toLowerCase(Locale.ROOT);
        Comparator<String> order = Comparator.comparing(name -> {
            String other = name.toLowerCase(Locale.ROOT);
            int errors = other.startsWith(lower) ? 0 : EditDistance.editDistance(lower, other);
            return 2 * errors + (groups.get(name).equals(group) ? 0 : 3);
        });
        String closest = Collections.min(
                groups.keySet(),
                order.thenComparing(name -> !name.regionMatches(true, 0, unknown, 0, 1))
                        .thenComparing(Comparator.naturalOrder()));
        String home = groups.get(closest);
        if (home.equals(group)) {
            return "Did you mean \"" + closest + "\"?";
        }
        return home.isEmpty()
                ? "Use " + closest + ": ... outside of " + group + "."
                : "Use " + home + ": [" + closest + ": ...].";
    }
}

package io.jenkins.plugins.sastscan.step;

import hudson.model.Describable;
import hudson.util.EditDistance;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.structs.describable.DescribableParameter;

/** Converts and checks the arguments of steps in scripts. */
final class ScriptArguments {
    private static final String PROJECT_ID = "projectId";
    private static final String SOURCE = "source";
    private static final List<String> PATTERNS = List.of("includes", "excludes");
    private static final Set<String> WORDS = Set.of("true", "false");
    private static final int MAX_SHOWN_LENGTH = 100;

    private final String step;
    /** The parameters of the step and of its blocks. No name occurs twice. */
    private final Map<String, Parameter> parameters = new LinkedHashMap<>();

    /** @param block the name of the block that contains the parameter; empty for a parameter of the step */
    private record Parameter(String block, Class<?> type) {}

    private ScriptArguments(String step, Class<?> type) {
        this.step = step;
        add(type, "");
    }

    private void add(Class<?> type, String block) {
        for (DescribableParameter each : DescribableModel.of(type).getParameters()) {
            parameters.put(each.getName(), new Parameter(block, each.getErasedType()));
            if (Describable.class.isAssignableFrom(each.getErasedType())) {
                add(each.getErasedType(), each.getName());
            }
        }
    }

    /**
     * Accepts a number as the project ID, and a list as patterns. For a block, such as {@code source}, an empty list
     * stands for the default values, because the Snippet Generator writes the default values as {@code []}.
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
            return isEmptyList(value) ? Map.of() : value;
        });
        return taken;
    }

    private static Map<Object, Object> withJoinedPatterns(Map<?, ?> source) {
        Map<Object, Object> joined = new LinkedHashMap<>(source);
        for (String field : PATTERNS) {
            if (isTexts(joined.get(field))) {
                joined.put(
                        field,
                        ((List<?>) joined.get(field))
                                .stream().map(Object::toString).collect(Collectors.joining("\n")));
            }
        }
        return joined;
    }

    /**
     * Rejects unknown arguments, about which Jenkins only warns: with a misspelled {@code excludes}, the step would
     * upload files that it should skip. Rejects values of the wrong kind: Jenkins reads the text {@code yes} as false.
     * Also rejects an empty project ID, because an unset variable must not select the default project.
     */
    static void check(String step, Class<?> type, Map<?, ?> written) {
        new ScriptArguments(step, type).check("", written);
        if (written.containsKey(PROJECT_ID)
                && Objects.toString(written.get(PROJECT_ID), "").isBlank()) {
            throw new InvalidInputException("The project ID is missing: projectId is empty."
                    + " Set it, or omit it to use the default project of the job.");
        }
    }

    private void check(String block, Map<?, ?> written) {
        written.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (name.equals(DescribableModel.CLAZZ)) {
                return;
            }
            Parameter parameter = parameters.get(name);
            if (parameter == null || !parameter.block.equals(block)) {
                throw new InvalidInputException(
                        step + " has no parameter \"" + inBlock(block, name) + "\". " + suggestion(block, name));
            }
            if (!fits(name, parameter.type, value)) {
                throw new InvalidInputException(inBlock(block, name) + " is "
                        + PlainText.oneLine(
                                value instanceof CharSequence ? "\"" + value + "\"" : String.valueOf(value),
                                MAX_SHOWN_LENGTH)
                        + ": " + expected(name, parameter.type));
            }
            if (value instanceof Map<?, ?> nested) {
                check(name, nested);
            }
        });
    }

    private static boolean fits(String name, Class<?> type, Object value) {
        if (type == boolean.class) {
            return value instanceof Boolean || value instanceof CharSequence && WORDS.contains(value.toString());
        }
        if (value == null || type.isInstance(value)) {
            return true;
        }
        if (type == String.class) {
            return value instanceof CharSequence
                    || name.equals(PROJECT_ID) && value instanceof Number
                    || PATTERNS.contains(name) && isTexts(value);
        }
        return type.isEnum() ? constants(type).contains(value.toString()) : value instanceof Map || isEmptyList(value);
    }

    private static List<String> constants(Class<?> type) {
        return Stream.of(type.getEnumConstants()).map(Object::toString).toList();
    }

    private String expected(String name, Class<?> type) {
        if (type == boolean.class) {
            return "write true or false, a build parameter such as params.X, or \"${X}\".toBoolean().";
        }
        if (type == String.class) {
            return "write a text in quotes" + (PATTERNS.contains(name) ? ", or a list of texts." : ".");
        }
        if (type.isEnum()) {
            return "write one of " + String.join(", ", constants(type)) + ".";
        }
        return "write a block, such as " + name + ": [" + (name.equals(SOURCE) ? "directory" : "branch") + ": ...].";
    }

    private static boolean isEmptyList(Object value) {
        return value instanceof List<?> list && list.isEmpty();
    }

    private static boolean isTexts(Object value) {
        return value instanceof List<?> list && list.stream().allMatch(CharSequence.class::isInstance);
    }

    private static String inBlock(String block, String name) {
        return block.isEmpty() ? name : block + "." + name;
    }

    /**
     * Suggests the most similar parameter, preferably of the same block. The beginning of a name, such as
     * {@code incl}, counts as the full name.
     */
    private String suggestion(String block, String unknown) {
        Comparator<String> order = Comparator.comparing(
                name -> 2 * errors(name, unknown) + (parameters.get(name).block.equals(block) ? 0 : 3));
        return parameters.keySet().stream()
                .filter(name -> 2 * errors(name, unknown) <= Math.max(name.length(), unknown.length()))
                .min(order.thenComparing(name -> !name.regionMatches(true, 0, unknown, 0, 1))
                        .thenComparing(Comparator.naturalOrder()))
                .map(closest -> {
                    String home = parameters.get(closest).block;
                    if (home.equals(block)) {
                        return "Did you mean \"" + closest + "\"?";
                    }
                    return home.isEmpty()
                            ? "Use " + closest + ": ... outside of " + block + "."
                            : "Use " + home + ": [" + closest + ": ...].";
                })
                .orElse("The Snippet Generator lists all parameters.");
    }

    private static int errors(String name, String unknown) {
        String lower = unknown.toLowerCase(Locale.ROOT);
        String other = name.toLowerCase(Locale.ROOT);
        return other.startsWith(lower) ? 0 : EditDistance.editDistance(lower, other);
    }
}

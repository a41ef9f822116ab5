package io.jenkins.plugins.sastscan.step;

import hudson.model.Describable;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.structs.describable.DescribableParameter;

/** Checks and converts the arguments of steps in scripts. */
final class ScriptArguments {
    private static final String PROJECT_ID = "projectId";
    private static final String SOURCE = "source";
    private static final List<String> BLOCKS = List.of(SOURCE, "git");
    private static final List<String> PATTERNS = List.of("includes", "excludes");
    private static final Set<Class<?>> BOOLEAN = Set.of(boolean.class, Boolean.class);
    private static final Set<String> WORDS = Set.of("true", "false");
    private static final int MAX_SHOWN_LENGTH = 100;

    private ScriptArguments() {}

    /** Returns the first object. Its fields without a value get the values of the second object. */
    static <T> T withDefaults(T read, T defaults) {
        try {
            for (Field field : read.getClass().getFields()) {
                if (field.get(read) == null) {
                    field.set(read, field.get(defaults));
                }
            }
            return read;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Accepts a number as the project ID, and a list as patterns. For a block, such as {@code source}, an empty list
     * stands for the default values, because the Snippet Generator writes the default values as {@code []}.
     *
     * <p>Rejects unknown arguments, about which Jenkins only warns: with a misspelled {@code excludes}, the step would
     * upload files that it should skip. Rejects values of the wrong kind: Jenkins reads the text {@code yes} as false.
     * Also rejects an empty project ID, because an unset variable must not select the default project.
     */
    static Map<String, Object> checked(String step, Class<?> type, Map<?, ?> written) {
        Map<String, Object> checked = checked(step, type, type, "", written);
        if (checked.containsKey(PROJECT_ID)
                && Objects.toString(checked.get(PROJECT_ID), "").isBlank()) {
            throw new InvalidInputException("The project ID is missing: projectId is empty."
                    + " Set it, or omit it to use the default project of the job.");
        }
        return checked;
    }

    private static Object converted(String name, Object value) {
        if (value instanceof List<?> list && list.stream().allMatch(CharSequence.class::isInstance)) {
            if (PATTERNS.contains(name)) {
                return String.join("\n", list.stream().map(Object::toString).toList());
            }
            return list.isEmpty() && BLOCKS.contains(name) ? Map.of() : value;
        }
        return name.equals(PROJECT_ID) && value instanceof Number ? value.toString() : value;
    }

    /** @param block the name of the block, such as {@code source}, followed by a dot; empty for the step itself */
    private static Map<String, Object> checked(
            String step, Class<?> stepType, Class<?> type, String block, Map<?, ?> written) {
        Map<String, Object> checked = new LinkedHashMap<>();
        written.forEach((key, given) -> {
            String name = String.valueOf(key);
            Object value = converted(name, given);
            checked.put(name, value);
            if (name.equals(DescribableModel.CLAZZ)) {
                return;
            }
            Class<?> expected = DescribableModel.of(type).getParameters().stream()
                    .filter(parameter -> parameter.getName().equals(name))
                    .map(DescribableParameter::getErasedType)
                    .findFirst()
                    .orElseThrow(() -> new InvalidInputException(step + " has no parameter \"" + block + name
                            + "\". Its parameters are " + names(stepType) + "."));
            String advice = advice(name, expected, value);
            if (!advice.isEmpty()) {
                // A Runnable is a closure of Groovy.
                String shown = value instanceof CharSequence
                        ? "\"" + value + "\""
                        : value instanceof Runnable ? "a block in braces" : String.valueOf(value);
                throw new InvalidInputException(
                        block + name + " is " + PlainText.oneLine(shown, MAX_SHOWN_LENGTH) + ": " + advice);
            }
            if (value instanceof Map<?, ?> nested) {
                checked.put(name, checked(step, stepType, expected, name + ".", nested));
            }
        });
        return checked;
    }

    /** Lists the parameters of a step, and in brackets those of its blocks. */
    private static String names(Class<?> type) {
        return DescribableModel.of(type).getParameters().stream()
                .map(parameter -> parameter.getName()
                        + (Describable.class.isAssignableFrom(parameter.getErasedType())
                                ? ": [" + names(parameter.getErasedType()) + "]"
                                : ""))
                .collect(Collectors.joining(", "));
    }

    /** Says what to write instead of the value; empty if the value is right. */
    private static String advice(String name, Class<?> type, Object value) {
        if (BOOLEAN.contains(type)) {
            return value instanceof Boolean || value instanceof CharSequence && WORDS.contains(value.toString())
                    ? ""
                    : "write true or false, a build parameter such as params.X, or \"${X}\".toBoolean().";
        }
        if (value == null || type.isInstance(value)) {
            return "";
        }
        if (type == String.class) {
            return value instanceof CharSequence
                    ? ""
                    : "write a text in quotes" + (PATTERNS.contains(name) ? ", or a list of texts." : ".");
        }
        if (type.isEnum()) {
            List<String> constants =
                    Stream.of(type.getEnumConstants()).map(Object::toString).toList();
            return constants.contains(value.toString()) ? "" : "write one of " + String.join(", ", constants) + ".";
        }
        return value instanceof Map
                ? ""
                : "write values in brackets, such as " + name + ": [" + (name.equals(SOURCE) ? "directory" : "branch")
                        + ": ...].";
    }
}

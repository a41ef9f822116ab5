package io.jenkins.plugins.sastscan.text;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expressions in the parameters of a step: {@code $NAME} and {@code ${NAME}}. The text {@code $$} stands for {@code $}. */
public final class Expressions {
    private static final int MAX_SHOWN_LENGTH = 100;

    /** A name without braces starts with a letter, so that {@code Outer$1.class} is not an expression. */
    private static final Pattern EXPRESSION =
            Pattern.compile("\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z0-9_.]+)}|\\$)");

    private Expressions() {}

    /**
     * Replaces all expressions in linear time, and removes white space around the result.
     *
     * @param parameter the name of the parameter, for error messages
     * @param text can be null
     * @throws InvalidInputException if a variable is not set, because the text of the expression would be used as the
     *     value
     */
    public static String expand(String parameter, String text, Map<String, String> variables) {
        StringBuilder expanded = new StringBuilder();
        Matcher expressions = EXPRESSION.matcher(text == null ? "" : text);
        while (expressions.find()) {
            String name = expressions.group(1) == null ? expressions.group(2) : expressions.group(1);
            String value = name == null ? "$" : variables.get(name);
            if (value == null) {
                throw new InvalidInputException("Cannot use " + parameter + ": "
                        + PlainText.oneLine(name, MAX_SHOWN_LENGTH) + " is not set in this build."
                        + (expressions.group(1) == null ? "" : " Write $$ for a dollar sign."));
            }
            expressions.appendReplacement(expanded, Matcher.quoteReplacement(value));
        }
        return expressions.appendTail(expanded).toString().strip();
    }

    /**
     * Like {@link #expand}, for parameters that have a default value.
     *
     * @throws InvalidInputException also if the text is not blank but the expanded text is, because an empty variable
     *     must not select the default value
     */
    public static String expandValue(String parameter, String text, Map<String, String> variables) {
        String value = expand(parameter, text, variables);
        if (value.isEmpty() && text != null && !text.isBlank()) {
            throw new InvalidInputException("Cannot use " + parameter + ": "
                    + PlainText.oneLine(text.strip(), MAX_SHOWN_LENGTH)
                    + " is empty in this build.");
        }
        return value;
    }
}

package io.jenkins.plugins.sastscan.text;

import java.util.Map;
import java.util.Objects;
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
     * @param written can be null
     * @param emptyAllowed if false, a text that is not blank must not expand to a blank text, because an empty variable
     *     must not select the default value
     * @throws InvalidInputException also if a variable is not set, because the text of the expression would be used as
     *     the value
     */
    public static String expand(String parameter, String written, Map<String, String> variables, boolean emptyAllowed) {
        String text = Objects.toString(written, "").strip();
        StringBuilder expanded = new StringBuilder();
        Matcher expressions = EXPRESSION.matcher(text);
        while (expressions.find()) {
            String name = expressions.group(1) == null ? expressions.group(2) : expressions.group(1);
            String variable = name == null ? "$" : variables.get(name);
            if (variable == null) {
                throw new InvalidInputException("Cannot use " + parameter + ": "
                        + PlainText.oneLine(name, MAX_SHOWN_LENGTH) + " is not set in this build."
                        + (expressions.group(1) == null ? "" : " Write $$ for a dollar sign."));
            }
            expressions.appendReplacement(expanded, Matcher.quoteReplacement(variable));
        }
        String value = expressions.appendTail(expanded).toString().strip();
        if (value.isEmpty() && !text.isEmpty() && !emptyAllowed) {
            throw new InvalidInputException("Cannot use " + parameter + ": "
                    + PlainText.oneLine(text, MAX_SHOWN_LENGTH)
                    + " is empty in this build.");
        }
        return value;
    }
}

package io.jenkins.plugins.sastscan.run;

import hudson.EnvVars;
import hudson.FilePath;
import hudson.Util;
import hudson.console.ConsoleLogFilter;
import hudson.console.ConsoleNote;
import hudson.model.AbstractBuild;
import hudson.model.Run;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The build that a step runs in.
 *
 * @param workspace the step's directory, or null where a pipeline has no node
 * @param environment what {@code ${...}} in the step's texts stands for
 * @param filter what the step's log passes, such as the masks of {@code withCredentials}; null for nothing
 */
public record BuildContext(
        Run<?, ?> run, FilePath workspace, EnvVars environment, TaskListener listener, ConsoleLogFilter filter) {
    private static final String MASK = "****";

    /** Longer values of environment variables no system takes. */
    private static final int LONGEST = 2_000_000;

    /** A name, a name in braces, or an escaped dollar sign. */
    private static final Pattern EXPRESSION = Pattern.compile("\\$(?:([A-Za-z0-9_]+)|\\{([A-Za-z0-9_.]+)}|\\$)");

    /**
     * The step's directory.
     *
     * @throws InvalidInputException if there is none
     */
    FilePath requireWorkspace(String purpose) {
        if (workspace == null) {
            throw new InvalidInputException(purpose
                    + " needs the files of a workspace; put the step inside node { } or give" + " the stage an agent.");
        }
        return workspace;
    }

    /**
     * A text of the step with its expressions replaced; what the build does not know stays as it is. As core does it, but
     * in one pass: core copies the whole text for each expression, which takes minutes for a long one.
     *
     * @throws InvalidInputException if the text becomes too long
     */
    public String expand(String text) {
        StringBuilder expanded = new StringBuilder();
        Matcher expressions = EXPRESSION.matcher(Util.fixNull(text));
        while (expressions.find()) {
            String name = expressions.group(1) == null ? expressions.group(2) : expressions.group(1);
            String value = name == null ? "$" : environment.getOrDefault(name, expressions.group());
            expressions.appendReplacement(expanded, Matcher.quoteReplacement(value));
            if (expanded.length() > LONGEST) {
                throw new InvalidInputException("A parameter of the step is longer than " + LONGEST
                        + " characters with its expressions replaced; shorten it.");
            }
        }
        return expressions.appendTail(expanded).toString().strip();
    }

    /** A text that is kept outside of the log, as the log would show it. */
    @SuppressWarnings("deprecation") // The method that filters of pipelines have; the build is null for them.
    String masked(String text) {
        if (filter == null || text.isEmpty()) {
            return text;
        }
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (OutputStream line = filter.decorateLogger((AbstractBuild<?, ?>) null, shown)) {
            line.write((text + "\n").getBytes(run.getCharset()));
        } catch (IOException e) {
            return MASK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return MASK;
        }
        return ConsoleNote.removeNotes(shown.toString(run.getCharset())).stripTrailing();
    }
}

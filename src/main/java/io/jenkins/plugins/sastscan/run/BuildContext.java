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

/**
 * The context of a step in a build.
 *
 * @param workspace the current directory, or null outside of a node
 * @param environment the variables for expressions
 * @param filter the log filter, for example the masks of {@code withCredentials}, or null
 */
public record BuildContext(
        Run<?, ?> run, FilePath workspace, EnvVars environment, TaskListener listener, ConsoleLogFilter filter) {
    private static final String MASK = "****";

    /**
     * Returns the current directory.
     *
     * @throws InvalidInputException if there is none
     */
    FilePath requireWorkspace(String purpose) {
        if (workspace == null) {
            throw new InvalidInputException(
                    purpose + " requires a workspace. Put the step inside node { }, or set an agent for the stage.");
        }
        return workspace;
    }

    /** Expands expressions. Unknown ones stay unchanged. */
    public String expand(String text) {
        return Util.fixNull(environment.expand(Util.fixNull(text))).strip();
    }

    /** Applies the masks of the log to other text. */
    @SuppressWarnings("deprecation") // Pipelines call this method with null as the build.
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

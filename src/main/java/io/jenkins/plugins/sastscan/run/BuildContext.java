package io.jenkins.plugins.sastscan.run;

import hudson.EnvVars;
import hudson.FilePath;
import hudson.Util;
import hudson.model.Run;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.input.InvalidInputException;

/**
 * The build that a step runs in.
 *
 * @param workspace the step's directory, or null where a pipeline has no node
 * @param environment what {@code ${...}} in the step's texts stands for
 */
public record BuildContext(Run<?, ?> run, FilePath workspace, EnvVars environment, TaskListener listener) {
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

    /** A text of the step with its expressions replaced; what the build does not know stays as it is. */
    public String expand(String text) {
        return Util.fixNull(environment.expand(Util.fixNull(text))).strip();
    }
}
